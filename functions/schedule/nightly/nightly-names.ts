import { productName } from '#shared/product.ts';
import type { Language } from '#shared/rules/language.ts';

const words: Readonly<Record<Language, string>> = { pt: 'teste', en: 'test', es: 'prueba' };

/** Names for the trigger of the nightly check; the first free one is used. */
export const nightlyNames = (language: Language): string[] => {
  const name = `${productName} ${words[language]}`;
  return [name, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${name} ${number}`)];
};
