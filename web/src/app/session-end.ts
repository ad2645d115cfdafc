import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';

import { userKey } from '#web/api/use-session.ts';
import { t } from '#web/i18n/texts-here.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { rememberPlace } from './routing/return-to.ts';

/**
 * The server knows no session any more: everything we kept about the person goes, and the sign-in page says why. Many
 * calls may hear it at once; the first one acts. Where nobody was signed in there is nothing to say.
 */
export function endSession(queries: QueryClient): void {
  const wasSignedIn = Boolean(queries.getQueryData(userKey));
  if (!wasSignedIn) return;
  forgetUser(queries);
  if (window.location.pathname === '/login') return;
  rememberPlace();
  showToast({
    title: t('errors.sessionExpired'),
    description: t('errors.sessionExpiredHint'),
    variant: 'destructive',
  });
  navigate('/login?error=auth.sessionExpired');
}

/** Leaves nothing of the person in memory and marks that nobody is signed in. */
export function forgetUser(queries: QueryClient): void {
  void queries.cancelQueries();
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== userKey[1] && queryKey[1] !== '/config.json' });
  queries.setQueryData(userKey, null);
}
