import { normaliseCommand } from './normalise.ts';

const normaliseAll = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(', ').map((phrase) => normaliseCommand(phrase)));

/** Often followed by an addressee, as in "boa noite a todos". */
const greetings = new Set(
  normaliseAll([
    'bom dia, boa tarde, boa noite, boa madrugada, bom descanso, bom trabalho, boa semana, bom fim de semana, boa viagem',
    'oi, oie, olá, alô, opa, tchau, fui, até logo, até mais, até mais tarde, até já, até amanhã, valeu, obrigado',
    'obrigada, muito obrigado, muito obrigada, parabéns, feliz aniversário, cheguei, já cheguei, voltei, desculpa',
    'chegamos, já chegamos, voltamos, feliz natal, feliz ano novo',
    "good morning, good afternoon, good evening, good night, night, night night, morning, hi, hello, hey, what's up",
    "bye, bye bye, goodbye, see you, see you later, see you soon, see you tomorrow, thanks, thank you, you're welcome",
    'youre welcome, you are welcome, welcome, welcome back, welcome home, congratulations, happy birthday, sorry',
    "sleep well, sweet dreams, good luck, merry christmas, happy new year, let's go",
    'buenos días, buen día, buenas tardes, buenas noches, buenas, hola, adiós, chao, chau, hasta luego, hasta pronto',
    'hasta mañana, nos vemos, gracias, muchas gracias, felicidades, feliz cumpleaños, bienvenidos, llegué, ya llegué',
    'perdón, buen viaje, buen fin de semana, llegamos, ya llegamos, vamos, feliz navidad, feliz año nuevo',
  ]),
);

const others = new Set(
  normaliseAll([
    'sim, não, ok, okay, tá bom, tudo bem, tudo bom, beleza, blz, certo, combinado, claro, de nada, por favor, amém, kkk',
    'saí, tô saindo, estou saindo, a caminho, tô a caminho, estou a caminho, tô chegando, estou chegando, tô indo, já vou',
    'estou indo, cheguei em casa, tô em casa, estou em casa, já estou em casa, chegamos em casa, estamos em casa, saindo',
    'saindo de casa, estamos saindo, vou dormir',
    "yes, no, great, cool, done, sure, no problem, please, home, i'm home, im home, i am home, i'm back, im back",
    "leaving, leaving now, i'm leaving, im leaving, on my way, i'm on my way, im on my way, almost there, be right back",
    'sí, vale, de acuerdo, listo, salgo, ya salgo, salí, ya salí, voy, ya voy, en camino, estoy en camino, amén',
    'llegué a casa, ya llegué a casa, estoy en casa, ya estoy en casa, llegamos a casa, ya llegamos a casa',
    'estamos en casa, ya estamos en casa, me voy a dormir',
    "we're home, we are home, going to bed, i'm going to bed, im going to bed, i am going to bed",
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

/** A trigger with such a name runs whenever someone writes the phrase on its own. */
export function isEverydayPhrase(name: string): boolean {
  const phrase = normaliseCommand(name);
  return others.has(phrase) || greetings.has(phrase) || greetings.has(phrase.replace(addressee, ''));
}
