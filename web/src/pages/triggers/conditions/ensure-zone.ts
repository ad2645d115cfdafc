import type { QueryClient } from '@tanstack/react-query';

import { plansContract } from '#shared/contracts/plans.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { client } from '#web/api/app-client.ts';
import { queryFor } from '#web/api/query-for.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';

/**
 * Reads the workspace's time zone, and sets this device's zone in a workspace without one. Call it before storing
 * hours. Returns undefined if neither has one.
 */
export async function ensureZone(queries: QueryClient, workspaceId: number): Promise<string | undefined> {
  const { timeZone } = await queries.fetchQuery({
    ...queryFor(plansContract.listPlans, { workspaceId }, { allow: 'all' }),
    staleTime: 0,
  });
  const here = browserZone();
  if (timeZone !== undefined || here === undefined) return timeZone;
  const wish = { params: { id: String(workspaceId) }, body: { timeZone: here } };
  await client.call(workspacesContract.updateWorkspace, wish, { allow: 'all' });
  return here;
}
