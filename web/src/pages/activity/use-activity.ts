import { useInfiniteQuery } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import { client } from '#web/api/app-client.ts';
import { keyFor } from '#web/api/query-for.ts';
import { isOpen } from '#web/features/runs/is-open.ts';

import type { ActivityFilter } from './use-activity-filter.ts';

/** Milliseconds per loaded page between polls: while one of the runs awaits its answer, and otherwise. */
const often = 5_000;
const seldom = 15_000;

const firstPage: string | undefined = undefined;

/** Runs also start elsewhere, so each visit refetches, and the page polls while it is visible. */
export function useActivity(workspaceId: number | undefined, filter: ActivityFilter) {
  const endpoint = historyContract.listActivity;
  return useInfiniteQuery({
    queryKey: [...keyFor(endpoint, { workspaceId, query: filter }), 'pages'],
    enabled: workspaceId !== undefined,
    queryFn: ({ pageParam, signal }) =>
      client.call(
        endpoint,
        { workspaceId: workspaceId ?? 0, query: { ...filter, cursor: pageParam } },
        { signal, allow: 'all' },
      ),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.cursor,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => {
      const isAwaiting = data?.pages.some(({ items }) => items.some(isOpen)) === true;
      return (isAwaiting ? often : seldom) * (data?.pages.length ?? 1);
    },
    meta: { quiet: true },
  });
}
