import { report } from '#web/platform/report.ts';

import { isLanguage, type Language, languageKey } from './languages.ts';
import { loadTextsOfAllPages } from './load-texts.ts';
import { changeLanguage } from './texts-here.ts';

let latest: symbol;

/** Resolves to false if the user chose another language in the meantime. */
export async function applyLanguage(language: Language): Promise<boolean> {
  const mine = Symbol(language);
  latest = mine;
  await loadTextsOfAllPages(language);
  if (latest !== mine) return false;
  changeLanguage(language);
  return true;
}

/** Changes all texts in place and stores the choice. If the texts cannot be loaded, nothing changes. */
export async function switchLanguage(language: Language): Promise<'done' | 'failed'> {
  try {
    if (await applyLanguage(language)) remember(language);
    return 'done';
  } catch (error) {
    report(`no texts in ${language}`, error);
    return 'failed';
  }
}

function remember(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Storage may be disabled; the choice then lasts for this visit.
  }
}

export function followLanguageOfOtherTabs(change: (language: Language) => Promise<unknown>): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === languageKey && isLanguage(event.newValue)) void change(event.newValue);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
