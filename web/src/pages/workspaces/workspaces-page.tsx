import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import type { Workspace } from '#shared/contracts/workspaces.ts';
import { whyNotDeactivate } from '#shared/rules/workspace-deactivation.ts';
import { refusalText } from '#web/api/error-text.ts';
import { useCurrentWorkspace, useWorkspaces } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useListView } from '#web/ui/lists/list-state.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ListSkeleton } from '#web/ui/states/list-skeleton.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';
import { useLingering } from '#web/ui/use-presence.ts';

import type { Overlay } from './overlay.ts';
import { WorkspaceList } from './workspace-list.tsx';

const WorkspaceOverlays = lazy(async () => ({
  default: (await import('./workspace-overlays.tsx')).WorkspaceOverlays,
}));

const none: readonly Workspace[] = [];

/** `/workspaces`: all workspaces of the person, active or not. */
export function WorkspacesPage() {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useWorkspaces(true);
  const currentId = useCurrentWorkspace().data?.id;
  const workspaces = data ?? none;
  const view = useListView(workspaces, ({ name }) => name);
  const [overlay, show] = useState<Overlay>();
  const dialog = useLingering(overlay);
  const create = (
    <Button icon={<Plus aria-hidden size={16} />} onClick={() => show({ kind: 'create' })}>
      {t('workspace.create')}
    </Button>
  );
  const refuse = ({ id, defaultWorkspace }: Workspace) => {
    const why = whyNotDeactivate({
      isDefault: defaultWorkspace,
      isCurrent: id === currentId,
      subscription: 'none',
    });
    showToast({ title: refusalText(why) ?? t('workspaces.row.defaultStays'), variant: 'destructive' });
  };

  return (
    <>
      <PageHeader actions={create} title={t('workspaces.title')}>
        {t('workspaces.lead')}
      </PageHeader>
      {data ? (
        <WorkspaceList
          create={create}
          currentId={currentId}
          none={data.length === 0}
          onActivate={(workspace) => show({ kind: 'activate', workspace })}
          onDeactivate={(workspace) => show({ kind: 'deactivate', workspace })}
          onEdit={(workspace) => show({ kind: 'edit', workspace })}
          onRefused={refuse}
          view={view}
        />
      ) : isError ? (
        <LoadFailed busy={isFetching} retry={() => void refetch()} title={t('workspaces.loadError')} />
      ) : (
        <ListSkeleton />
      )}
      <Suspense>
        {dialog && (
          <WorkspaceOverlays
            currentId={currentId}
            key={dialog.turn}
            // A late answer closes only its own dialog.
            onClose={() => show((now) => (now === dialog.value ? undefined : now))}
            onCreated={() => view.search('')}
            open={dialog.open}
            overlay={dialog.value}
            workspaces={workspaces}
          />
        )}
      </Suspense>
    </>
  );
}
