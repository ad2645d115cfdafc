import { useQuery } from '@tanstack/react-query';

import { authContract } from '#shared/contracts/auth.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { ApiError } from './api-error.ts';
import { client } from './app-client.ts';
import { keyFor, queryFor } from './query-for.ts';

export type User = NonNullable<ReplyOf<typeof authContract.currentUser>>;

/** Where the signed-in user is kept: `null` once we know that nobody is signed in. */
export const userKey = keyFor(authContract.currentUser, { query: {} });

/** Asks who is signed in; being nobody is an answer, not a failure. */
export const userQuery = {
  queryKey: userKey,
  // The page itself says what is going on.
  meta: { quiet: true },
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<User | null> => {
    try {
      return await client.call(
        authContract.currentUser,
        { query: { orNobody: '1' } },
        { signal, skipErrorHandling: true },
      );
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
};

/** Who is signed in, as the server says it. */
export const useUserCheck = () => useQuery(userQuery);

/** The signed-in user; only below the guard, which lets nobody else through. */
export function useUser(): User | undefined {
  return useUserCheck().data ?? undefined;
}

/** The workspace that the page shows; `data` is undefined until it is known. `worded`: the caller says a failure. */
export function useCurrentWorkspace(worded = false) {
  const enabled = useUser() !== undefined;
  return useQuery({ ...queryFor(workspacesContract.currentWorkspace, {}), enabled, meta: { worded } });
}

/**
 * The same by its id alone, known as soon as the user is: with it, what is in the workspace is asked for together with
 * the workspace itself.
 */
export function useCurrentWorkspaceId(worded = false): number | undefined {
  const known = useUser()?.currentWorkspaceId;
  return useCurrentWorkspace(worded).data?.id ?? known;
}

/** All workspaces of the user. `worded`: the caller says a failure. */
export function useWorkspaces(worded = false) {
  const enabled = useUser() !== undefined;
  return useQuery({ ...queryFor(workspacesContract.listWorkspaces, {}), enabled, meta: { worded } });
}
