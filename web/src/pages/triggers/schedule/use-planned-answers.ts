import { useQuery } from '@tanstack/react-query';

import { type ExecutionRecord, historyContract } from '#shared/contracts/history.ts';
import type { PlannedRun } from '#shared/contracts/plans.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';
import { isOpen } from '#web/features/runs/is-open.ts';

/** Milliseconds between polls while one of the runs awaits its answer. */
const often = 5_000;

type Last = NonNullable<PlannedRun['last']>;

/** A planned run stores only the outcome of its last run, so the routine's answers come from the history. */
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
