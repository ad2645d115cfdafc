import i18next from 'i18next';

import type { ApiError } from '../api/api-error.ts';
import { errorText } from '../api/error-text.ts';
import { showToast } from '../ui/toast-store.ts';

/** Shows a failure that no caller has claimed. */
export function showFailure(error: ApiError): void {
  showToast({ title: i18next.t('errors.title'), description: errorText(i18next.t, error), variant: 'destructive' });
}
