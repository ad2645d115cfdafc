import { useQuery, useQueryClient } from '@tanstack/react-query';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { client } from '#web/api/app-client.ts';
import { currentWorkspaceQuery } from '#web/api/use-session.ts';

/** Not below the path of the workspace, so that a refresh of the workspace does not read it twice. */
export const freshFavoritesKey = ['app', 'favorites'] as const;

/**
 * Reads the favorites again when the user returns, because another device may have changed them. If that device also
 * switched the workspace, this one stays where it is. A separate query, because a failure must not affect the workspace.
 */
export function useFreshFavorites(): void {
  const queries = useQueryClient();
  useQuery({
    queryKey: freshFavoritesKey,
    queryFn: async ({ signal }) => {
      const read = await client.call(workspacesContract.currentWorkspace, {}, { signal, allow: 'all' });
      queries.setQueryData(currentWorkspaceQuery.queryKey, (current) =>
        signal.aborted || current?.id !== read.id ? current : read,
      );
      return null;
    },
    // The workspace has just been read; only a return reads again.
    initialData: null,
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
  });
}
