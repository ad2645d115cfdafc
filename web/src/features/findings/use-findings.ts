import { useQuery } from '@tanstack/react-query';

import { type Findings, findingsContract } from '#shared/contracts/findings.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';

export type Finding = Findings['findings'][number];

/** Milliseconds. */
const refreshEvery = 5 * 60 * 1000;

export const findingsQuery = (workspaceId: number | undefined) =>
  queryFor(findingsContract.readFindings, { params: { id: String(workspaceId) } }, { allow: 'all' });

/** Of the current workspace. A failure is silent, because the dashboard words it. */
export function useFindings() {
  const workspaceId = useCurrentWorkspaceId();
  return useQuery({
    ...findingsQuery(workspaceId),
    enabled: workspaceId !== undefined,
    staleTime: refreshEvery,
    refetchInterval: refreshEvery,
    // After a night the page is shown again before the next round.
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  });
}
