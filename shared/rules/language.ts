export const languageCodes = ['pt', 'en', 'es'] as const;
export type Language = (typeof languageCodes)[number];

/** Other Portuguese than `pt` and `pt-br` gives English. */
export function languageFor(code: string | undefined): Language {
  const asked = (code ?? '').trim().toLowerCase();
  if (asked === 'pt' || asked === 'pt-br') return 'pt';
  return asked.startsWith('es') ? 'es' : 'en';
}

export const firstLanguage = (acceptLanguage: string | undefined): string | undefined =>
  acceptLanguage?.split(',')[0]?.split(';')[0];
