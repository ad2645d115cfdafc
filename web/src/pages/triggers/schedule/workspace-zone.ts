import type { QueryClient } from '@tanstack/react-query';

import { plansContract } from '#shared/contracts/plans.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { client } from '#web/api/app-client.ts';
import { keyFor } from '#web/api/query-for.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';

/** Returns undefined for a workspace without a time zone. Also updates the cached planned runs. */
export async function readZone(queries: QueryClient, workspaceId: number): Promise<string | undefined> {
  // A direct call, because without a network a query waits instead of failing.
  const plans = await client.call(plansContract.listPlans, { workspaceId }, { allow: 'all' });
  queries.setQueryData(keyFor(plansContract.listPlans, { workspaceId }), plans);
  return plans.timeZone;
}

/**
 * Returns the workspace's time zone, and sets this device's in a workspace without one. Call it before storing hours.
 * Returns undefined if neither has one.
 */
export async function ensureZone(queries: QueryClient, workspaceId: number): Promise<string | undefined> {
  const stored = await readZone(queries, workspaceId);
  const here = browserZone();
  if (stored !== undefined || here === undefined) return stored;
  const wish = { params: { id: String(workspaceId) }, body: { timeZone: here } };
  await client.call(workspacesContract.updateWorkspace, wish, { allow: 'all' });
  return here;
}
