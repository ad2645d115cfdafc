import i18next, { changeLanguage, type i18n, init } from 'i18next';

import { isLanguage, type Language, languageKey, languages } from './languages.ts';
import { loadTextsOfAllPages } from './load-texts.ts';

/** Loads one language and gets i18next ready to draw the first screen in it. */
export async function startI18n(language: Language): Promise<i18n> {
  if (!i18next.isInitialized)
    await init({
      lng: language,
      fallbackLng: false,
      defaultNS: 'app',
      ns: ['app'],
      resources: {},
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  await speak(language);
  return i18next;
}

/** Changes every text on the screen in place, and remembers the choice. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!(await speak(language))) return;
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Storage may be off; the choice then lasts for this visit.
  }
}

let wish: symbol;

/** Loads what the screen needs in a language, then changes to it; false when another one was chosen meanwhile. */
async function speak(language: Language): Promise<boolean> {
  const mine = Symbol(language);
  wish = mine;
  await loadTextsOfAllPages(language);
  if (wish !== mine) return false;
  await changeLanguage(language);
  document.documentElement.lang = languages[language].locale;
  return true;
}

/** Another tab changed the language: this one follows. */
export function followLanguageOfOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === languageKey && isLanguage(event.newValue)) void switchLanguage(event.newValue);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
