import type { QueryClient } from '@tanstack/react-query';

import { triggersContract } from '#shared/contracts/triggers.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { queryFor } from '../api/query-for.ts';
import { userKey, userQuery } from '../api/use-session.ts';

/** Where the workspace of the last visit is noted, to save a round trip on the next. */
export const lastWorkspaceKey = 'recado.workspace';

/**
 * Asks who is there and, once it is somebody, for what every page of theirs shows, all at once. The triggers are asked
 * for under the workspace of the last visit: if another one is current by now, nobody reads them.
 */
export async function askAhead(queries: QueryClient): Promise<void> {
  await queries.prefetchQuery(userQuery);
  if (!queries.getQueryData(userKey)) return;
  void queries.prefetchQuery(queryFor(workspacesContract.currentWorkspace, {}));
  void queries.prefetchQuery(queryFor(workspacesContract.listWorkspaces, {}));
  const workspaceId = lastWorkspace();
  if (workspaceId === undefined) return;
  const quietly = queryFor(triggersContract.listTriggers, { workspaceId }, { skipErrorHandling: true });
  void queries.prefetchQuery({ ...quietly, meta: { quiet: true } });
}

/** Notes the workspace that is shown, for the next visit. */
export function noteWorkspace(workspaceId: number): void {
  try {
    localStorage.setItem(lastWorkspaceKey, String(workspaceId));
  } catch {
    // Without storage the next visit takes one round trip more.
  }
}

function lastWorkspace(): number | undefined {
  try {
    const noted = Number(localStorage.getItem(lastWorkspaceKey));
    return Number.isSafeInteger(noted) && noted > 0 ? noted : undefined;
  } catch {
    return undefined;
  }
}
