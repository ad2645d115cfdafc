import type { ApiError } from '../api/api-error.ts';
import { errorText } from '../api/error-text.ts';
import { t } from '../i18n/texts-here.ts';
import { showToast } from '../ui/toast-store.ts';

/** Shows a failure that no caller has claimed. */
export function showFailure(error: ApiError): void {
  showToast({ title: t('errors.title'), description: errorText(t, error), variant: 'destructive' });
}
