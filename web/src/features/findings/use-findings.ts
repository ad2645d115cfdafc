import { useQuery } from '@tanstack/react-query';

import { type Findings, findingsContract } from '#shared/contracts/findings.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';

export type ShownFinding = Findings['findings'][number];

/** In milliseconds. */
const refreshEvery = 5 * 60 * 1000;

export const findingsQuery = (workspaceId: number | undefined) =>
  queryFor(findingsContract.readFindings, { params: { id: String(workspaceId) } }, { allow: 'all' });

/** Findings of the current workspace. Fails silently, because the dashboard shows the failure. */
export function useFindings() {
  const workspaceId = useCurrentWorkspaceId();
  return useQuery({
    ...findingsQuery(workspaceId),
    enabled: workspaceId !== undefined,
    staleTime: refreshEvery,
    refetchInterval: refreshEvery,
    // After a sleep, the page is visible before the next poll.
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  });
}
