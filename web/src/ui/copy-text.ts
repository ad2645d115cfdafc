import type { Translate } from '#web/i18n/translate.ts';

import { showToast } from './toasts/toast-store.ts';

export type CopyWish = {
  text: string | (() => Promise<string>);
  /** Shows the text if the browser refuses to copy it; by default a toast reports the refusal. */
  onRefused?: ((text: string) => void) | undefined;
};

/** Returns whether the text was copied, and shows why not. */
export async function copyText(t: Translate, { text, onRefused }: CopyWish): Promise<boolean> {
  const showFailure = (description: string) =>
    showToast({ title: t('errors.generic'), description, variant: 'destructive' });
  const value = typeof text === 'string' ? text : await text().catch(() => undefined);
  if (value === undefined) {
    showFailure(t('errors.network'));
    return false;
  }
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    if (onRefused) onRefused(value);
    else showFailure(t('errors.copyFailed'));
    return false;
  }
}
