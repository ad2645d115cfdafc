import { useQuery } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';
import { isOpen } from '#web/features/runs/is-open.ts';

/** How often a run is looked up, and until when often (milliseconds). */
const often = { every: 1_000, until: 60_000 };
const later = 5_000;

/** What the history says of a run that was started at `since`, looked up until it is answered. */
export function useAnswer({ id, workspaceId }: Trigger, executionId: string | undefined, since: number) {
  const { data, dataUpdatedAt } = useQuery({
    ...queryFor(historyContract.listExecutions, { workspaceId, params: { id }, query: {} }, { allow: 'all' }),
    enabled: executionId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const run = state.data?.items.find((one) => one.id === executionId);
      if (run && !isOpen(run)) return false;
      return Date.now() - since < often.until ? often.every : later;
    },
    meta: { quiet: true },
  });
  return { run: data?.items.find((one) => one.id === executionId), waitedMs: Math.max(0, dataUpdatedAt - since) };
}
