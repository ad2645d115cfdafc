import { useQuery } from '@tanstack/react-query';

import { plansContract, type PlannedRun } from '#shared/contracts/plans.ts';
import { queryFor } from '#web/api/query-for.ts';

/** Poll intervals in milliseconds: while a run is due, which starts within a minute, and otherwise. */
const often = 10_000;
const seldom = 3_600_000;

/** Refetches after the next run was due. The caller shows failures. */
export function usePlans(workspaceId: number | undefined) {
  return useQuery({
    ...queryFor(plansContract.listPlans, { workspaceId }),
    refetchInterval: ({ state }) => untilNext(state.data?.plans ?? []),
    meta: { quiet: true, callerShowsError: true },
  });
}

function untilNext(plans: readonly PlannedRun[]): number | false {
  const moments = plans.flatMap(({ nextAt }) => (nextAt === undefined ? [] : [Date.parse(nextAt)]));
  if (moments.length === 0) return false;
  return Math.min(Math.max(Math.min(...moments) - Date.now(), often), seldom);
}
