import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';

import { loadRefusals } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ListSkeleton } from '#web/ui/states/list-skeleton.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';
import { usePresence } from '#web/ui/use-presence.ts';

import { useWorkspacesPage } from './use-workspaces-page.ts';
import { WorkspaceList } from './workspace-list.tsx';

const WorkspaceOverlays = lazy(async () => {
  const [overlays] = await Promise.all([import('./workspace-overlays.tsx'), loadRefusals()]);
  return { default: overlays.WorkspaceOverlays };
});

export function WorkspacesPage() {
  const { t } = useTranslation();
  const page = useWorkspacesPage();
  const { data, isError, isFetching, refetch } = page.list;
  const dialog = usePresence(page.overlay);
  const create = (
    <Button icon={<Plus aria-hidden size={16} />} onClick={() => page.show({ kind: 'create' })}>
      {t('workspace.create')}
    </Button>
  );

  return (
    <>
      <PageHeader actions={create} title={t('workspaces.title')}>
        {t('workspaces.lead')}
      </PageHeader>
      {data ? (
        <WorkspaceList create={create} page={page} />
      ) : isError ? (
        <LoadFailed busy={isFetching} retry={() => void refetch()} title={t('workspaces.loadError')} />
      ) : (
        <ListSkeleton />
      )}
      <Suspense>
        {dialog && (
          <WorkspaceOverlays
            key={dialog.turn}
            // A late reply closes only its own dialog.
            onClose={() => page.show((now) => (now === dialog.value ? undefined : now))}
            open={dialog.open}
            overlay={dialog.value}
            page={page}
          />
        )}
      </Suspense>
    </>
  );
}
