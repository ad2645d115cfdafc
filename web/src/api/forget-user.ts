import type { QueryClient } from '@tanstack/react-query';

import { userKey } from './use-session.ts';

/** Drops what was read for the person; the pages then know that nobody is signed in. */
export function forgetUser(queries: QueryClient): void {
  void queries.cancelQueries();
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== userKey[1] && queryKey[1] !== '/config.json' });
  queries.setQueryData(userKey, null);
}
