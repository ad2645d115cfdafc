import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';

import { forgetUser } from '#web/api/forget-user.ts';
import { userKey } from '#web/api/use-session.ts';
import { t } from '#web/i18n/texts-here.ts';
import { rememberAddress } from '#web/platform/remembered-address.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/**
 * Clears the user's data and shows one toast with the reason on the sign-in page. Only the first of several calls acts.
 */
export function endSession(queries: QueryClient): void {
  const wasSignedIn = Boolean(queries.getQueryData(userKey));
  if (!wasSignedIn) return;
  forgetUser(queries);
  if (window.location.pathname === '/login') return;
  rememberAddress('signIn');
  showToast({
    title: t('errors.sessionExpired'),
    description: t('errors.sessionExpiredHint'),
    variant: 'destructive',
  });
  navigate('/login');
}
