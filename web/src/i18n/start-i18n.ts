import i18next, { changeLanguage, type i18n, init } from 'i18next';

import { isLanguage, type Language, languageKey, languages } from './languages.ts';
import { loadTexts } from './load-texts.ts';
import { reportWrongTexts } from './report-wrong-texts.ts';

/** Loads one language and gets i18next ready to draw the first screen in it. */
export async function startI18n(language: Language): Promise<i18n> {
  const texts = await loadTexts(language);
  await init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'app',
    ns: ['app'],
    resources: { [language]: { app: texts } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  setPageLanguage(language);
  reportWrongTexts('app', language, texts);
  return i18next;
}

/** Changes every text on the screen in place, and remembers the choice. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'app')) {
    const texts = await loadTexts(language);
    i18next.addResourceBundle(language, 'app', texts);
    reportWrongTexts('app', language, texts);
  }
  await changeLanguage(language);
  setPageLanguage(language);
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Storage may be off; the choice then lasts for this visit.
  }
}

/** Another tab changed the language: this one follows. */
export function followLanguageOfOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === languageKey && isLanguage(event.newValue)) void switchLanguage(event.newValue);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

function setPageLanguage(language: Language): void {
  document.documentElement.lang = languages[language].locale;
}
