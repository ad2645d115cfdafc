import type { Language } from './languages.ts';
import { rootOf, type TextFile } from './page-texts.ts';
import { reportWrongTexts } from './report-wrong-texts.ts';
import type { TextTree } from './text-shape.ts';
import { addTexts, languageNow } from './texts-here.ts';

const appWide: Record<Language, () => Promise<{ texts: TextTree }>> = {
  pt: () => import('./pt/texts.ts'),
  en: () => import('./en/texts.ts'),
  es: () => import('./es/texts.ts'),
};

// In a function, because the build reads the table of routes outside of Vite, where there is no such thing.
const pageFiles = () => import.meta.glob<TextTree>('./*/pages/*.json', { import: 'default' });

/** The files that are here, by language. */
const arrived: Record<Language, Set<TextFile | 'app'>> = { pt: new Set(), en: new Set(), es: new Set() };

/**
 * Loads the texts of a page in the language of the screen. While they are on their way people may choose another one;
 * so when this is done they are here in whatever language is spoken by then.
 */
export async function loadPageTexts(files: readonly TextFile[]): Promise<void> {
  let language: Language;
  do {
    language = languageNow();
    await bring(language, files);
  } while (language !== languageNow());
}

/** Loads, in one language, the texts of the app and of every page that is here in the language of the screen. */
export async function loadTextsOfAllPages(language: Language): Promise<void> {
  const needed = () => ['app' as const, ...arrived[languageNow()]];
  // A page that comes meanwhile counts too.
  while (needed().some((file) => !arrived[language].has(file))) await bring(language, needed());
}

/** Loads what is missing of these files in one language, all at once. */
async function bring(language: Language, files: readonly (TextFile | 'app')[]): Promise<void> {
  const missing = files.filter((file) => !arrived[language].has(file));
  const loaded = await Promise.all(missing.map(async (file) => ({ file, texts: await load(language, file) })));
  for (const { file, texts } of loaded) {
    addTexts(language, texts, file === 'app' ? '' : rootOf(file));
    arrived[language].add(file);
    reportWrongTexts(file, language, texts);
  }
}

async function load(language: Language, file: TextFile | 'app'): Promise<TextTree> {
  if (file === 'app') return (await appWide[language]()).texts;
  const texts = await pageFiles()[`./${language}/pages/${file}.json`]?.();
  if (!texts) throw new Error(`no texts ${language}/${file}`);
  return texts;
}
