import { useSyncExternalStore } from 'react';

import { languageNow, onLanguageChange, translatorOf } from './texts-here.ts';

/** Smaller than react-i18next, because texts are always loaded before anything renders. */
export function useTranslation() {
  const language = useSyncExternalStore(onLanguageChange, languageNow);
  return { t: translatorOf(language), i18n: { language } };
}
