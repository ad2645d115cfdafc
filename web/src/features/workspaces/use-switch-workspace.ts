import { useMutation, useQueryClient } from '@tanstack/react-query';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refreshAfterWorkspaceChange } from '#web/api/refresh.ts';

export function useSwitchWorkspace() {
  const queries = useQueryClient();
  const { mutationFn } = mutationFor(workspacesContract.switchWorkspace);
  return useMutation({
    mutationFn: (workspaceId: number) => mutationFn({ body: { workspaceId } }),
    onSuccess: () => refreshAfterWorkspaceChange(queries),
  });
}
