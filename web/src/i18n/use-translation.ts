import i18next, { getFixedT } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';

/**
 * The texts of the current language; the component is drawn again when it changes. Texts are always here before anything
 * is drawn, so nothing of a general binding (suspense, loading states, markup in texts) is needed.
 */
export function useTranslation() {
  const language = useSyncExternalStore(listen, () => i18next.language);
  const t = useMemo(() => getFixedT(language), [language]);
  return { t, i18n: i18next };
}

function listen(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}
