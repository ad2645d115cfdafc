import type { Language } from '#shared/rules/language.ts';

/** Compares names in the order of a language, with "2" before "10". */
export const byNameIn = (language: Language): ((one: string, other: string) => number) =>
  new Intl.Collator(language, { numeric: true }).compare;
