import { useQueryClient } from '@tanstack/react-query';

import { type Workspace, workspacesContract } from '#shared/contracts/workspaces.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import { useRenaming } from '#web/api/use-renaming.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

const { listWorkspaces, currentWorkspace, updateWorkspace } = workspacesContract;

const { queryKey: listKey } = queryFor(listWorkspaces, {});
const { queryKey: currentKey } = queryFor(currentWorkspace, {});

/** Where names of workspaces are shown: the list, the selector, and whose number is shared. */
const setsWithNames = ['/api/workspaces', '/api/zapbox-instances/current', '/api/zapbox-instances/available'] as const;

/** Renames a workspace: everywhere at once, and back again where the server does not take it. */
export function useRename({ id, name: before }: Workspace, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutationKey, mutationFn } = mutationFor(updateWorkspace, { allow: 'all' });

  const write = (from: string, to: string) => {
    const named = <W extends { id: number; name: string }>(one: W): W =>
      one.id === id && one.name === from ? { ...one, name: to } : one;
    queries.setQueryData(listKey, (list) => list?.map(named));
    queries.setQueryData(currentKey, (current) => current && named(current));
  };

  return useRenaming({
    mutationKey,
    mutationFn: (name: string) => mutationFn({ params: { id: String(id) }, body: { name } }),
    scope: { id: `workspace ${id}` },
    onMutate: (name) => write(before, name),
    takeBack: (name) => write(name, before),
    sets: setsWithNames,
    texts: { done: t('workspaces.form.renamed'), failed: t('workspaces.errors.update') },
    onClose,
  });
}
