import { type Language, languages } from '../languages.ts';

/**
 * Caches a formatter per language and `detail` (a currency, a length), because creating one takes longer than all its
 * use.
 */
export function keptFormat<Format, Detail extends string = string>(
  make: (locale: string, detail: Detail, numbers: string) => Format,
) {
  const made = new Map<string, Format>();
  return (language: Language, detail: Detail): Format => {
    const key = `${language} ${detail}`;
    const { locale, numbers } = languages[language];
    const format = made.get(key) ?? make(locale, detail, numbers);
    made.set(key, format);
    return format;
  };
}
