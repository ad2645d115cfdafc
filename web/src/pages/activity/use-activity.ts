import { useInfiniteQuery } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { client } from '#web/api/app-client.ts';
import { keyFor } from '#web/api/query-for.ts';
import { isOpen } from '#web/features/runs/is-open.ts';
import { useMissingRun } from '#web/features/runs/use-missing-run.ts';

import { type ActivityFilter, filterCount } from './use-activity-filter.ts';

/** Milliseconds per loaded page between polls: while one of the runs awaits its answer, and otherwise. */
const often = 5_000;
const seldom = 15_000;

const firstPage: string | undefined = undefined;

/** Runs also start elsewhere, so each visit refetches, and the page polls while it is visible. */
export function useActivity(workspaceId: number | undefined, filter: ActivityFilter, triggers: readonly Trigger[]) {
  const endpoint = historyContract.listActivity;
  const pauseForMissing = useMissingRun(filterCount(filter) === 0 ? triggers : []);
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
    refetchInterval: ({ state }) => {
      const { data } = state;
      const isAwaiting = data?.pages.some(({ items }) => items.some(isOpen)) === true;
      return pauseForMissing(state) || (isAwaiting ? often : seldom) * (data?.pages.length ?? 1);
    },
    meta: { quiet: true },
  });
}
