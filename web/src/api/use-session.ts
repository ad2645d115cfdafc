import { useQuery } from '@tanstack/react-query';

import { authContract } from '#shared/contracts/auth.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { ApiError } from './api-error.ts';
import { client } from './app-client.ts';
import { keyFor, queryFor } from './query-for.ts';

export type User = NonNullable<ReplyOf<typeof authContract.currentUser>>;

/** Key of the cached user; the data is `null` without a session. */
export const userKey = keyFor(authContract.currentUser, { query: {} });

/**
 * In milliseconds. The server needs at most 6 s: a cold start, and three attempts of 1.5 s at DynamoDB. `boot.js` has the
 * same limit.
 */
const userLimit = 8_000;

/** Being signed out is a valid result, not a failure. */
export const userQuery = {
  queryKey: userKey,
  meta: { quiet: true },
  // Fails without a connection, so that the app can show that, instead of waiting for one.
  networkMode: 'always' as const,
  // The first check ends before the app renders. Another one would delay "Try again".
  retryOnMount: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<User | null> => {
    try {
      return await client.call(
        authContract.currentUser,
        { query: { orNobody: '1' } },
        { signal, limit: userLimit, skipErrorHandling: true },
      );
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
};

export const useUserCheck = () => useQuery(userQuery);

export function useUser(): User | undefined {
  return useUserCheck().data ?? undefined;
}

export const currentWorkspaceQuery = queryFor(workspacesContract.currentWorkspace, {});

/** With `callerShowsError`, the caller shows failures itself. */
export function useCurrentWorkspace(callerShowsError = false) {
  const enabled = useUser() !== undefined;
  return useQuery({ ...currentWorkspaceQuery, enabled, meta: { callerShowsError } });
}

/** Falls back to the id in the user, so that queries in the workspace need not wait until the workspace is loaded. */
export function useCurrentWorkspaceId(callerShowsError = false): number | undefined {
  const idInUser = useUser()?.currentWorkspaceId;
  return useCurrentWorkspace(callerShowsError).data?.id ?? idInUser;
}

/** With `callerShowsError`, the caller shows failures itself. */
export function useWorkspaces(callerShowsError = false) {
  const enabled = useUser() !== undefined;
  return useQuery({ ...queryFor(workspacesContract.listWorkspaces, {}), enabled, meta: { callerShowsError } });
}
