import type { Language } from '#shared/rules/language.ts';

/** Orders names as people of this language do, and "2" before "10". */
export const byNameIn = (language: Language): ((one: string, other: string) => number) =>
  new Intl.Collator(language, { numeric: true }).compare;
