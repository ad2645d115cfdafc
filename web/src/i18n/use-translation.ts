import { useSyncExternalStore } from 'react';

import { languageNow, onLanguageChange, translatorOf } from './texts-here.ts';

/**
 * The texts of the current language; the component is drawn again when it changes. Texts are always here before anything
 * is drawn, so nothing of a general binding (suspense, loading states, markup in texts) is needed.
 */
export function useTranslation() {
  const language = useSyncExternalStore(onLanguageChange, languageNow);
  return { t: translatorOf(language), i18n: { language } };
}
