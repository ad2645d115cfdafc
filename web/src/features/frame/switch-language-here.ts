import type { Language } from '#web/i18n/languages.ts';
import { switchLanguage } from '#web/i18n/switch-language.ts';
import { t } from '#web/i18n/texts-here.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/** Switches the language and shows a toast if its texts cannot be loaded. */
export async function switchLanguageHere(language: Language): Promise<void> {
  if ((await switchLanguage(language)) === 'done') return;
  showToast({ title: t('errors.title'), description: t('errors.network'), variant: 'destructive' });
}
