import { useState } from 'react';

import type { Workspace } from '#shared/contracts/workspaces.ts';
import { whyNotDeactivate } from '#shared/rules/workspace-deactivation.ts';
import { loadRefusals, refusalText } from '#web/api/error-text.ts';
import { useCurrentWorkspace, useWorkspaces } from '#web/api/use-session.ts';
import { useSwitchWorkspace } from '#web/features/workspaces/use-switch-workspace.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useListView } from '#web/ui/lists/list-state.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

const none: readonly Workspace[] = [];

export type WorkspaceOverlay = { kind: 'create' } | { kind: 'edit' | 'activate' | 'deactivate'; workspace: Workspace };

export function useWorkspacesPage() {
  const { t } = useTranslation();
  const list = useWorkspaces(true);
  const currentId = useCurrentWorkspace().data?.id;
  const workspaces = list.data ?? none;
  const change = useSwitchWorkspace();
  const [overlay, show] = useState<WorkspaceOverlay>();
  return {
    list,
    workspaces,
    currentId,
    view: useListView(workspaces, ({ name }) => name),
    overlay,
    show,
    // A toast's button may call this after the user has left the page. The mutation shows a failure itself.
    switchTo: ({ id }: Workspace) =>
      void change.mutateAsync(id).then(
        ({ name }) => showToast({ title: t('workspace.switched'), description: name }),
        () => {},
      ),
    switching: change.isPending ? change.variables : undefined,
    refuse: async ({ id, defaultWorkspace }: Workspace) => {
      await loadRefusals();
      const isCurrent = id === currentId;
      const why = whyNotDeactivate({ isDefault: defaultWorkspace, isCurrent, subscription: 'none' });
      showToast({ title: refusalText(why) ?? t('workspaces.row.defaultStays'), variant: 'destructive' });
    },
  };
}

export type WorkspacesPageState = ReturnType<typeof useWorkspacesPage>;
