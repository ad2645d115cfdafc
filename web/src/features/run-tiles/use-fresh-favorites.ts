import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { client } from '#web/api/app-client.ts';
import { queryFor } from '#web/api/query-for.ts';

const { queryKey: currentKey } = queryFor(workspacesContract.currentWorkspace, {});

/**
 * Reads the favorites again when the user returns, because another device may have changed them. If that device also
 * switched the workspace, this one stays where it is.
 */
export function useFreshFavorites(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (!isFocused) return;
        client.call(workspacesContract.currentWorkspace, {}, { allow: 'all' }).then(
          (read) => queries.setQueryData(currentKey, (current) => (current?.id === read.id ? read : current)),
          // The next return reads them.
          () => {},
        );
      }),
    [queries],
  );
}
