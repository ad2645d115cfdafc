import type { QueryClient } from '@tanstack/react-query';

/**
 * Returns whether no group is linked, or undefined if no page has loaded the groups. Without their contract, which
 * would otherwise load with every page.
 */
export function hasNoGroups(queries: QueryClient, workspaceId: number): boolean | undefined {
  const lists = queries.getQueriesData<readonly unknown[]>({ queryKey: [workspaceId, '/api/whatsapp-groups'] });
  const loaded = lists.flatMap(([, groups]) => (groups ? [groups] : []));
  return loaded.length > 0 ? loaded.every((groups) => groups.length === 0) : undefined;
}
