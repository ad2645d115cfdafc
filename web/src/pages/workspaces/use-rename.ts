import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Workspace, workspacesContract } from '#shared/contracts/workspaces.ts';

import { errorText } from '../../api/error-text.ts';
import { isSessionOver } from '../../api/is-session-over.ts';
import { mutationFor, queryFor } from '../../api/query-for.ts';
import { refresh } from '../../api/refresh.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast-store.ts';

const { listWorkspaces, currentWorkspace, updateWorkspace } = workspacesContract;

const { queryKey: listKey } = queryFor(listWorkspaces, {});
const { queryKey: currentKey } = queryFor(currentWorkspace, {});

/** Where names of workspaces are shown: the list, the selector, and whose number is shared. */
const setsWithNames = ['/api/workspaces', '/api/zapbox-instances/current', '/api/zapbox-instances/available'] as const;

/** Renames a workspace: everywhere at once, and back again where the server does not take it. */
export function useRename() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutationKey, mutationFn } = mutationFor(updateWorkspace, { allow: 'all' });

  const write = (id: number, from: string, to: string) => {
    const named = <W extends { id: number; name: string }>(one: W): W =>
      one.id === id && one.name === from ? { ...one, name: to } : one;
    queries.setQueryData(listKey, (list) => list?.map(named));
    queries.setQueryData(currentKey, (current) => current && named(current));
  };

  const change = useMutation({
    mutationKey,
    // The new name shows already: nobody has to wait.
    meta: { quiet: true },
    mutationFn: ({ workspace, name }: { workspace: Workspace; name: string }) =>
      mutationFn({ params: { id: String(workspace.id) }, body: { name } }),
    onMutate: ({ workspace, name }) => write(workspace.id, workspace.name, name),
    onSuccess: () => showToast({ title: t('workspaces.form.renamed') }),
    onError: (error, { workspace, name }) => {
      write(workspace.id, name, workspace.name);
      if (isSessionOver(error)) return;
      const title = t('workspaces.errors.update');
      showToast({ title, description: errorText(t, error), variant: 'destructive' });
    },
    onSettled: async () => {
      // What comes back while another rename is on its way would show the name before it.
      if (queries.isMutating({ mutationKey }) === 1) await refresh(queries, setsWithNames);
    },
  });
  return (workspace: Workspace, name: string) => change.mutateAsync({ workspace, name });
}
