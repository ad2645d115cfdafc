import { useQuery } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';
import { isOpen } from '#web/features/runs/is-open.ts';

/** In milliseconds: the interval of polls, until when it applies, and the interval after that. */
const often = { every: 1_000, until: 60_000 };
const later = 5_000;

/** Polls the history of a run until its answer is final. */
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
