import { useSyncExternalStore } from 'react';

import { languageNow, onLanguageChange, translatorOf } from './texts-here.ts';

/** Smaller than a general binding: texts are always loaded before anything is drawn. */
export function useTranslation() {
  const language = useSyncExternalStore(onLanguageChange, languageNow);
  return { t: translatorOf(language), i18n: { language } };
}
