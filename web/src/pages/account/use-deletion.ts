import { type QueryClient, useQuery } from '@tanstack/react-query';

import { type AccountDeletion, accountContract } from '#shared/contracts/account.ts';
import { client } from '#web/api/app-client.ts';
import { keyFor } from '#web/api/query-for.ts';
import { type User, userKey, useUser } from '#web/api/use-session.ts';

const { readDeletion } = accountContract;
const deletionKey = keyFor(readDeletion, {});

type Planned = Pick<AccountDeletion, 'dueAt' | 'begun'>;

/**
 * `null` if no deletion is planned. Refetched at each visit; until then, or if that fails, uses the value of the user.
 */
export function useDeletion(): Planned | null {
  const dueAt = useUser()?.deletionDueAt;
  const { data } = useQuery({
    queryKey: deletionKey,
    queryFn: async ({ signal, client: queries }) => {
      const deletion = await client.call(readDeletion, {}, { signal, allow: 'all' });
      noteForFrame(queries, deletion);
      return deletion;
    },
    staleTime: 0,
    meta: { quiet: true },
  });
  if (data !== undefined) return data;
  return dueAt === undefined ? null : { dueAt, begun: false };
}

/** Stores the reply of a change. */
export function keepDeletion(queries: QueryClient, deletion: AccountDeletion | null): void {
  queries.setQueryData(deletionKey, deletion);
  noteForFrame(queries, deletion);
}

/** On all other pages, the frame reads this value from the user. */
function noteForFrame(queries: QueryClient, deletion: AccountDeletion | null): void {
  queries.setQueryData<User | null>(userKey, (user) => {
    if (!user) return user;
    const { deletionDueAt: _, ...others } = user;
    return deletion ? { ...others, deletionDueAt: deletion.dueAt } : others;
  });
}
