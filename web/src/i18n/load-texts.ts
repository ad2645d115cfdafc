import type { texts as enTexts } from './en/texts.ts';
import type { Language } from './languages.ts';

/** The texts of every language have the shape of the English ones; a test and the start-up check hold them to it. */
export type Texts = typeof enTexts;

const files: Record<Language, () => Promise<{ texts: Texts }>> = {
  pt: () => import('./pt/texts.ts'),
  en: () => import('./en/texts.ts'),
  es: () => import('./es/texts.ts'),
};

/** One file per language; only the one in use is fetched. */
export const loadTexts = async (language: Language): Promise<Texts> => (await files[language]()).texts;
