export const languageCodes = ['pt', 'en', 'es'] as const;
export type Language = (typeof languageCodes)[number];

/**
 * The language for somebody whose browser asks for this one: `pt` and `pt-br` in any case give Portuguese, anything that
 * starts with `es` Spanish, all else English.
 */
export function languageFor(wish: string | undefined): Language {
  const wished = (wish ?? '').trim().toLowerCase();
  if (wished === 'pt' || wished === 'pt-br') return 'pt';
  return wished.startsWith('es') ? 'es' : 'en';
}

/** The language that a browser asks for first, by its `Accept-Language`. */
export const firstLanguage = (acceptLanguage: string | undefined): string | undefined =>
  acceptLanguage?.split(',')[0]?.split(';')[0];
