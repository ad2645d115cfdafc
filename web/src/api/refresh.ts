import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What is read again after a workspace was created or switched, by path. */
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

/** Kept by workspace, so that a switch needs no second reading. */
type OwnSet = '/api/plans' | '/api/nightly-check';

export type DataSet = (typeof setsOfAWorkspace)[number] | OwnSet;

/** Reads these sets again, with everything below their paths; resolves when those on the screen are new. */
export const refresh = (queries: QueryClient, sets: readonly DataSet[]): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => sets.some((set) => isIn(set, queryKey)) });

export const refreshAfterWorkspaceChange = (queries: QueryClient): Promise<void> => refresh(queries, setsOfAWorkspace);

export const refreshAfterUnlink = (queries: QueryClient): Promise<void> =>
  refresh(queries, ['/api/amazon-auth', '/api/triggers', '/api/whatsapp-groups', '/api/plans', '/api/nightly-check']);

/** Whether a read is of this path or below it. */
export function isIn(set: string, [, path]: QueryKey): boolean {
  return typeof path === 'string' && (path === set || path.startsWith(`${set}/`));
}
