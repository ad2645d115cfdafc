import { normaliseCommand } from './normalise.ts';

/** Normalised. A trigger with such a name runs whenever someone writes the phrase on its own. */
const everydayPhrases = new Set(
  [
    'bom dia, boa tarde, boa noite, boa madrugada, bom trabalho, oi, oie, olá, alô, opa, tchau, até logo, até mais',
    'até amanhã, sim, não, ok, okay, tá bom, tudo bem, tudo bom, beleza, blz, valeu, obrigado, obrigada, de nada',
    'cheguei, já cheguei, saí, tô saindo, estou saindo, a caminho, tô chegando, estou chegando, parabéns, amém, kkk',
    'good morning, good afternoon, good evening, good night, night, morning, hi, hello, hey, bye, see you, yes, no',
    'thanks, thank you, you are welcome, welcome, great, cool, done, home, i am home, im home, leaving, on my way',
    'buenos días, buen día, buenas tardes, buenas noches, buenas, hola, adiós, chao, hasta luego, hasta mañana, sí',
    'vale, gracias, de acuerdo, listo, ya llegué, llegué, salgo, ya salgo, voy, ya voy, en camino, felicidades, amén',
  ].flatMap((line) => line.split(', ').map((phrase) => normaliseCommand(phrase))),
);

export const isEverydayPhrase = (name: string): boolean => everydayPhrases.has(normaliseCommand(name));
