import { useQuery } from '@tanstack/react-query';

import { plansContract, type PlannedRun } from '#shared/contracts/plans.ts';
import { queryFor } from '#web/api/query-for.ts';

/** A run that is due is begun within a minute; looked for this often, and not later than this (milliseconds). */
const often = 10_000;
const seldom = 3_600_000;

/** Read again after the next one was due. The caller words a failure. */
export function usePlans(workspaceId: number | undefined) {
  return useQuery({
    ...queryFor(plansContract.listPlans, { workspaceId }),
    refetchInterval: ({ state }) => untilNext(state.data?.plans ?? []),
    meta: { quiet: true, worded: true },
  });
}

function untilNext(plans: readonly PlannedRun[]): number | false {
  const moments = plans.flatMap(({ nextAt }) => (nextAt === undefined ? [] : [Date.parse(nextAt)]));
  if (moments.length === 0) return false;
  return Math.min(Math.max(Math.min(...moments) - Date.now(), often), seldom);
}
