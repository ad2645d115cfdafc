import { useQuery } from '@tanstack/react-query';

import { type ExecutionRecord, historyContract } from '#shared/contracts/history.ts';
import type { PlannedRun } from '#shared/contracts/plans.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';
import { isOpen } from '#web/features/runs/is-open.ts';

/** Milliseconds, while one of the runs waits for its answer. */
const often = 5_000;

type Last = NonNullable<PlannedRun['last']>;

/** A planned run keeps the outcome of its last run only, so the answers of its routine come from the history. */
export function usePlannedAnswers({ id, workspaceId, receipt }: Trigger): (last: Last) => ExecutionRecord | undefined {
  const { data } = useQuery({
    ...queryFor(
      historyContract.listExecutions,
      { workspaceId, params: { id }, query: { channel: 'schedule' } },
      { allow: 'all' },
    ),
    enabled: receipt !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.items.some(isOpen) === true && often,
    meta: { quiet: true },
  });
  return ({ at, outcome }) => data?.items.find((run) => run.dueAt === at && run.outcome === outcome);
}
