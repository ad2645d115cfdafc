import { normaliseCommand } from './normalise.ts';
import { isSign, withPrefix } from './prefix.ts';

const normaliseAll = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(', ').map((phrase) => normaliseCommand(phrase)));

/** Often followed by an addressee, as in "boa noite a todos". */
const greetings = new Set(
  normaliseAll([
    'bom dia, boa tarde, boa noite, boa madrugada, bom descanso, bom trabalho, boa semana, bom fim de semana, boa viagem',
    'oi, oie, olá, alô, opa, tchau, fui, até logo, até mais, até mais tarde, até já, até amanhã, valeu, obrigado',
    'obrigada, muito obrigado, muito obrigada, parabéns, feliz aniversário, cheguei, já cheguei, voltei, desculpa',
    'chegamos, já chegamos, voltamos, feliz natal, feliz ano novo, bons sonhos, dorme bem, durma bem, durmam bem',
    'bom almoço, bom jantar, bom apetite, boa sorte, boas festas, feliz páscoa, bem-vindos, te amo',
    'fica com deus, se cuida, até daqui a pouco, beijos',
    "good morning, good afternoon, good evening, good night, night, night night, morning, hi, hello, hey, what's up",
    "bye, bye bye, goodbye, see you, see you later, see you soon, see you tomorrow, thanks, thank you, you're welcome",
    'youre welcome, you are welcome, welcome, welcome back, welcome home, congratulations, happy birthday, sorry',
    "sleep well, sweet dreams, good luck, merry christmas, happy new year, let's go, goodnight, goodmorning, sleep tight",
    'have a good day, have a nice day, have a great day, have fun, take care, drive safe, love you, i love you, enjoy',
    'happy easter, happy holidays, well done, get well soon, see you tonight',
    'buenos días, buen día, buenas tardes, buenas noches, buenas, hola, adiós, chao, chau, hasta luego, hasta pronto',
    'hasta mañana, nos vemos, gracias, muchas gracias, felicidades, feliz cumpleaños, bienvenidos, llegué, ya llegué',
    'perdón, buen viaje, buen fin de semana, llegamos, ya llegamos, vamos, feliz navidad, feliz año nuevo, dulces sueños',
    'que descanses, que descansen, duerme bien, que duermas bien, buen provecho, suerte, buena suerte, feliz día, te quiero',
    'feliz noche, felices fiestas, lindo día, cuídate, besos, te amo, hasta la noche',
  ]),
);

const others = new Set(
  normaliseAll([
    'sim, não, ok, okay, tá bom, tudo bem, tudo bom, beleza, blz, certo, combinado, claro, de nada, por favor, amém, kkk',
    'saí, tô saindo, estou saindo, a caminho, tô a caminho, estou a caminho, tô chegando, estou chegando, tô indo, já vou',
    'estou indo, cheguei em casa, tô em casa, estou em casa, já estou em casa, chegamos em casa, estamos em casa, saindo',
    'saindo de casa, estamos saindo, vou dormir, chegando, chegando em casa, tô chegando em casa, estou chegando em casa',
    'indo pra casa, voltando pra casa, tô voltando, estou voltando, já volto, saí de casa',
    'jantar pronto, o jantar tá pronto, o jantar está pronto, almoço pronto, o almoço tá pronto, o almoço está pronto',
    'comida pronta, tá na mesa, hora de dormir, hora do jantar, vamos jantar, acordei',
    "yes, no, great, cool, done, sure, no problem, please, home, i'm home, im home, i am home, i'm back, im back",
    "leaving, leaving now, i'm leaving, im leaving, on my way, i'm on my way, im on my way, almost there, be right back",
    'sí, vale, de acuerdo, listo, salgo, ya salgo, salí, ya salí, voy, ya voy, en camino, estoy en camino, amén',
    'llegué a casa, ya llegué a casa, estoy en casa, ya estoy en casa, llegamos a casa, ya llegamos a casa',
    'estamos en casa, ya estamos en casa, me voy a dormir',
    "we're home, we are home, going to bed, i'm going to bed, im going to bed, i am going to bed, off to bed",
    "dinner is ready, dinner's ready, dinner ready, lunch is ready, lunch's ready, breakfast is ready, food is ready",
    "food's ready, dinner time, time for dinner, time for bed, coming home, heading home, going home, almost home, just got home",
    "got home, home now, home safe, home soon, on our way, we're back, i'm here, we're here, i'm awake, i'm up",
    'llegando, estoy llegando, llegando a casa, estoy llegando a casa, ya casi llego, voy a casa, voy para casa',
    'camino a casa, de camino a casa, saliendo, saliendo de casa, salí de casa, ya vuelvo, ya volví, ya estoy aquí',
    'la cena está lista, cena lista, ya está la cena, la comida está lista, comida lista, ya está la comida, a cenar',
    'a comer, a la mesa, a dormir, hora de cenar, hora de comer, ya desperté, el desayuno está listo',
  ]),
);

const links = 'a, as, os, la, to, for, para, pra, por, toda, todas, todos, all, meu, minha, meus, minhas, my, mi, mis';

/** Only people: "boa noite quarto" is a good name. */
const people = [
  'família, gente, pessoal, galera, turma, povo, grupo, todos, todas, vocês, amigos, amigas, meninos, meninas, amor',
  'querido, querida, queridos, queridas, mãe, pai, mamãe, papai, everyone, everybody, all, guys, folks, friends, family',
  "team, there, y'all, love, honey, dear, mom, mum, dad, familia, equipo, chicos, chicas, mamá, papá",
  'amores, cariño, ustedes',
];

const addressee = new RegExp(
  ` (?:(?:${normaliseAll([links]).join('|')}) )*(?:${normaliseAll(people).join('|')})$`,
  'u',
);

/** Such a trigger runs whenever someone writes the phrase on its own: "Boa noite", or "Noite" with the prefix "boa". */
export function isEverydayCommand(name: string, prefix: string | null): boolean {
  return !isSign(prefix) && isEverydayPhrase(withPrefix(name, prefix));
}

function isEverydayPhrase(name: string): boolean {
  const phrase = normaliseCommand(name);
  return others.has(phrase) || greetings.has(phrase) || greetings.has(phrase.replace(addressee, ''));
}
