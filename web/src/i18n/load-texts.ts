import type { Language } from './languages.ts';
import { rootOf, type TextFile } from './page-texts.ts';
import { reportWrongTexts } from './report-wrong-texts.ts';
import type { TextTree } from './text-shape.ts';
import { addTexts, languageNow } from './texts-here.ts';

/** Each module also holds the lazy imports of its page texts, because a visit needs only one language. */
const ofLanguage = {
  pt: () => import('./pt/texts.ts'),
  en: () => import('./en/texts.ts'),
  es: () => import('./es/texts.ts'),
};

const arrived: Record<Language, Set<TextFile | 'app'>> = { pt: new Set(), en: new Set(), es: new Set() };

/** Resolves when the texts are loaded in the current language, even if the language changes in between. */
export async function loadPageTexts(files: readonly TextFile[]): Promise<void> {
  let language: Language;
  do {
    language = languageNow();
    await bring(language, files);
  } while (language !== languageNow());
}

export async function loadTextsOfAllPages(language: Language): Promise<void> {
  const neededFiles = () => ['app' as const, ...arrived[languageNow()]];
  while (neededFiles().some((file) => !arrived[language].has(file))) await bring(language, neededFiles());
}

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
  const { texts, pageFiles } = await ofLanguage[language]();
  const loaded = file === 'app' ? texts : await pageFiles[`./pages/${file}.json`]?.();
  if (!loaded) throw new Error(`no texts ${language}/${file}`);
  return loaded;
}
