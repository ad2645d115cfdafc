import type { QueryClient } from '@tanstack/react-query';

/**
 * Returns whether no group is linked, as far as a page has loaded the groups. Without their contract, which would
 * otherwise load with every page.
 */
export const hasNoGroups = (queries: QueryClient, workspaceId: number): boolean =>
  queries
    .getQueriesData<readonly unknown[]>({ queryKey: [workspaceId, '/api/whatsapp-groups'] })
    .some(([, groups]) => groups?.length === 0);
