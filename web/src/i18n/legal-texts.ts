import i18next from 'i18next';
import { useEffect, useState } from 'react';

import { asLanguage, type Language } from './languages.ts';
import { reportWrongTexts } from './report-wrong-texts.ts';
import { useTranslation } from './use-translation.ts';

const files: Record<Language, () => Promise<{ default: object }>> = {
  pt: () => import('./pt/legal.json'),
  en: () => import('./en/legal.json'),
  es: () => import('./es/legal.json'),
};

/**
 * The texts of the legal pages, which come in a file of their own. `ready` is false until the current language's have
 * arrived; `t` then reads the namespace `legal`.
 */
export function useLegalTexts() {
  const { t, i18n } = useTranslation('legal');
  const language = asLanguage(i18n.language);
  const [loaded, setLoaded] = useState<Language>();
  const ready = loaded === language || i18next.hasResourceBundle(language, 'legal');

  useEffect(() => {
    if (ready) return undefined;
    let gone = false;
    void files[language]().then(({ default: texts }) => {
      i18next.addResourceBundle(language, 'legal', texts);
      reportWrongTexts('legal', language, texts);
      if (!gone) setLoaded(language);
    });
    return () => {
      gone = true;
    };
  }, [language, ready]);

  return { t, ready, language };
}
