export const languageCodes = ['pt', 'en', 'es'] as const;
export type Language = (typeof languageCodes)[number];

/** European Portuguese maps to English, because our Portuguese is Brazilian. */
export function languageFor(code: string | undefined): Language {
  const asked = (code ?? '').trim().toLowerCase();
  if (asked === 'pt' || asked === 'pt-br') return 'pt';
  return asked.startsWith('es') ? 'es' : 'en';
}

export const firstLanguage = (acceptLanguage: string | undefined): string | undefined =>
  acceptLanguage?.split(',')[0]?.split(';')[0];
