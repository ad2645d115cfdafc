import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Workspace, workspacesContract } from '#shared/contracts/workspaces.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { currentWorkspaceQuery } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/** Data that a deactivated workspace loses. */
const setsOfDeactivation = [
  '/api/amazon-auth',
  '/api/triggers',
  '/api/zapbox-instances/current',
  '/api/zapbox-instances/available',
  '/api/whatsapp-groups',
  '/api/whatsapp',
  '/api/subscription',
] as const;

/** The dialog stays open and shows the error. The toast offers `onSwitch` unless the workspace is the current one. */
export function useStatusChange(workspace: Workspace, onDone: () => void, onSwitch?: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutationKey, mutationFn } = mutationFor(workspacesContract.updateWorkspace, { allow: 'all' });
  const { id, name, defaultWorkspace } = workspace;
  const current = () => queries.getQueryData(currentWorkspaceQuery.queryKey);

  return useMutation({
    mutationKey,
    mutationFn: (status: Workspace['status']) =>
      mutationFn({ params: { id: String(id) }, body: { status, name, defaultWorkspace } }),
    onSuccess: async (_, status) => {
      const before = current()?.id;
      // Refetch the current workspace first, so that nothing more is fetched for the deactivated one.
      await refresh(queries, ['/api/workspaces']);
      if (status === 'INATIVO') await refresh(queries, setsOfDeactivation);
      onDone();
      const now = current();
      const moved = now && now.id !== before;
      showToast({
        title: t(status === 'ATIVO' ? 'workspaces.activate.done' : 'workspaces.deactivate.done'),
        ...(onSwitch &&
          now &&
          now.id !== id && { actions: [{ label: t('workspaces.row.switch'), onPress: onSwitch }] }),
        ...(moved && { description: t('workspace.createSuccessHint', { name: now.name }) }),
      });
    },
  });
}
