import { useInfiniteQuery } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { client } from '#web/api/app-client.ts';
import { keyFor } from '#web/api/query-for.ts';
import { isOpen } from '#web/features/runs/is-open.ts';
import { useFreshTriggers } from '#web/features/runs/use-fresh-triggers.ts';
import { useMissingRun } from '#web/features/runs/use-missing-run.ts';

import type { RunFilter } from './use-history-parameter.ts';

/** Milliseconds per loaded page between polls: while one of the runs awaits its answer, and otherwise. */
const often = 5_000;
const seldom = 15_000;

const firstPage: string | undefined = undefined;

/**
 * Runs also start elsewhere, so each opening refetches, and the history is polled while it is visible. `trigger` is
 * undefined if the list does not contain it. The caller shows failures.
 */
export function useRuns(workspaceId: number, triggerId: string, filter: RunFilter, trigger: Trigger | undefined) {
  const endpoint = historyContract.listExecutions;
  const params = { id: triggerId };
  const isFiltered = filter.channel !== undefined || filter.outcome !== undefined;
  const pauseForMissing = useMissingRun(trigger && !isFiltered ? [trigger] : []);
  const runs = useInfiniteQuery({
    queryKey: [...keyFor(endpoint, { workspaceId, params, query: filter }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      client.call(endpoint, { workspaceId, params, query: { ...filter, cursor: pageParam } }, { signal, allow: 'all' }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.cursor,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => {
      const { data } = state;
      // A first request that failed is repeated by its button.
      if (!data) return false;
      const isAwaiting = data.pages.some(({ items }) => items.some(isOpen));
      return pauseForMissing(state) || (isAwaiting ? often : seldom) * data.pages.length;
    },
    meta: { quiet: true },
  });
  useFreshTriggers(workspaceId, runs.data?.pages[0]?.items);
  return runs;
}
