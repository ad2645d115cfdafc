import type { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import { t } from '#web/i18n/texts-here.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

export function showFailure(error: ApiError): void {
  showToast({ title: t('errors.title'), description: errorText(t, error), variant: 'destructive' });
}
