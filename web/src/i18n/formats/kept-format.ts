import { type Language, languages } from '../languages.ts';

/**
 * Makes each formatter once, by language and by a detail that it depends on (a currency, a length): a browser takes longer
 * to make one than for all that it then writes.
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
