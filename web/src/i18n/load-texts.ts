import type { texts as enTexts } from './en/texts.ts';
import type { Language } from './languages.ts';

/** The texts of every language have the shape of the English ones; a test and the start-up check hold them to it. */
export type Texts = typeof enTexts;

/** One file per language; only the one in use is fetched. */
export async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case 'pt':
      return (await import('./pt/texts.ts')).texts;
    case 'en':
      return (await import('./en/texts.ts')).texts;
    case 'es':
      return (await import('./es/texts.ts')).texts;
  }
}
