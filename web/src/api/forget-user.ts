import type { QueryClient } from '@tanstack/react-query';

import { takeAddress } from '#web/platform/remembered-address.ts';

import { userKey } from './use-session.ts';

/** Drops the user's data and marks the session as signed out. */
export function forgetUser(queries: QueryClient): void {
  takeAddress('checkout');
  void queries.cancelQueries();
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== userKey[1] && queryKey[1] !== '/config.json' });
  queries.setQueryData(userKey, null);
}
