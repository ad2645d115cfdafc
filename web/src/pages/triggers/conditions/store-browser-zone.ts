import type { QueryClient } from '@tanstack/react-query';

import { plansContract } from '#shared/contracts/plans.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { client } from '#web/api/app-client.ts';
import { queryFor } from '#web/api/query-for.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';

/** Stores this device's time zone for a workspace without one, before hours are stored. */
export async function storeBrowserZone(queries: QueryClient, workspaceId: number): Promise<void> {
  const { timeZone } = await queries.fetchQuery({
    ...queryFor(plansContract.listPlans, { workspaceId }),
    staleTime: 0,
  });
  const here = browserZone();
  if (timeZone !== undefined || here === undefined) return;
  const wish = { params: { id: String(workspaceId) }, body: { timeZone: here } };
  await client.call(workspacesContract.updateWorkspace, wish, { allow: 'all' });
}
