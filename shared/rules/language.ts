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

const isSupported = (code: string): boolean => languageFor(code) !== 'en' || /^en(?:-|$)/i.test(code);

/**
 * The first supported language of `Accept-Language`, by quality; English without one.
 * https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function acceptedLanguage(acceptLanguage = ''): Language {
  const ranges = acceptLanguage.split(',').map((range) => {
    const [code = '', quality = '1'] = range.split(/;\s*q=/i);
    return { code: code.trim(), quality: Number(quality) };
  });
  const [best] = ranges
    .filter(({ code, quality }) => quality > 0 && isSupported(code))
    .toSorted((one, other) => other.quality - one.quality);
  return languageFor(best?.code);
}
