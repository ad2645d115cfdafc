import type { Language } from '../language.ts';

export const builtInCommands = ['help', 'list', 'status'] as const;
export type BuiltInCommand = (typeof builtInCommands)[number];

export type BuiltInWord = { command: BuiltInCommand; languages: readonly Language[] };

/** The words that we show, by language. */
export const commandWords: Readonly<Record<Language, Readonly<Record<BuiltInCommand, string>>>> = {
  pt: { help: 'ajuda', list: 'lista', status: 'status' },
  en: { help: 'help', list: 'list', status: 'status' },
  es: { help: 'ayuda', list: 'lista', status: 'estado' },
};

/** Every group understands all languages. */
const ownWords: Readonly<Record<string, BuiltInWord>> = {
  ajuda: { command: 'help', languages: ['pt'] },
  help: { command: 'help', languages: ['en'] },
  ayuda: { command: 'help', languages: ['es'] },

  gatilhos: { command: 'list', languages: ['pt'] },
  lista: { command: 'list', languages: ['pt', 'es'] },
  comandos: { command: 'list', languages: ['pt', 'es'] },
  disparadores: { command: 'list', languages: ['es'] },
  list: { command: 'list', languages: ['en'] },
  commands: { command: 'list', languages: ['en'] },
  triggers: { command: 'list', languages: ['en'] },

  estado: { command: 'status', languages: ['pt', 'es'] },
  status: { command: 'status', languages: ['pt', 'en', 'es'] },
};

export const builtInCommandFor = (words: string): BuiltInWord | undefined =>
  Object.hasOwn(ownWords, words) ? ownWords[words] : undefined;

export const builtInWords: readonly string[] = Object.keys(ownWords);

/** Returns undefined if several languages share the word. */
export const languageOf = ({ languages }: BuiltInWord): Language | undefined =>
  languages.length === 1 ? languages[0] : undefined;

export const answerLanguage = ({ languages }: BuiltInWord, owners: Language): Language =>
  languages.includes(owners) ? owners : (languages[0] ?? owners);
