export const languageCodes = ['pt', 'en', 'es'] as const;
export type Language = (typeof languageCodes)[number];

/** Other Portuguese than `pt` and `pt-br` gives English. */
export function languageFor(wish: string | undefined): Language {
  const wished = (wish ?? '').trim().toLowerCase();
  if (wished === 'pt' || wished === 'pt-br') return 'pt';
  return wished.startsWith('es') ? 'es' : 'en';
}

export const firstLanguage = (acceptLanguage: string | undefined): string | undefined =>
  acceptLanguage?.split(',')[0]?.split(';')[0];
