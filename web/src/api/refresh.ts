import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Paths that are refetched after a workspace was created or switched. */
export const setsOfAWorkspace = [
  '/api/workspaces',
  '/api/workspaces/current',
  '/api/triggers',
  '/api/whatsapp',
  '/api/whatsapp-groups',
  '/api/zapbox-instances/current',
  '/api/zapbox-instances/available',
  '/api/amazon-auth',
  '/api/subscription',
] as const;

/** Cached per workspace, so that a switch does not need to refetch them. */
type OwnSet = '/api/executions' | '/api/plans' | '/api/nightly-check';

export type DataSet = (typeof setsOfAWorkspace)[number] | OwnSet;

/** Refetches these paths and all paths below them. Resolves when the visible ones are up to date. */
export const refresh = (queries: QueryClient, sets: readonly DataSet[]): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => sets.some((set) => isIn(set, queryKey)) });

export const refreshAfterWorkspaceChange = (queries: QueryClient): Promise<void> => refresh(queries, setsOfAWorkspace);

export const refreshAfterUnlink = (queries: QueryClient): Promise<void> =>
  refresh(queries, ['/api/amazon-auth', '/api/triggers', '/api/whatsapp-groups', '/api/plans', '/api/nightly-check']);

/** Returns whether a query key is for this path or one below it. */
export function isIn(set: string, [, path]: QueryKey): boolean {
  return typeof path === 'string' && (path === set || path.startsWith(`${set}/`));
}
