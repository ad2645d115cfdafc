import { lazy, Suspense } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { loadRefusals } from '#web/api/error-text.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { usePresence } from '#web/ui/use-presence.ts';

import type { TriggersPageState } from './use-triggers-page.ts';

const TriggerOverlays = lazy(async () => {
  const [{ TriggerOverlays: Overlays }] = await Promise.all([
    import('./trigger-overlays.tsx'),
    loadPageTexts(['trigger-dialogs', 'created', 'receipts', 'run-history']),
    loadRefusals(),
  ]);
  return { default: Overlays };
});
const RunHistory = lazy(async () => {
  const [{ RunHistory: History }] = await Promise.all([
    import('./runs/run-history.tsx'),
    loadPageTexts(['run-history', 'receipts', 'skill', 'tiles']),
  ]);
  return { default: History };
});

type PageOverlaysProps = { page: TriggersPageState; workspaceId: number; triggers: readonly Trigger[] };

/** The open dialog and the run history, of the list and of the page of one trigger. */
export function PageOverlays({ page, workspaceId, triggers }: PageOverlaysProps) {
  const dialog = usePresence(page.overlay);
  const drawer = usePresence(page.history.of);
  return (
    <Suspense>
      {dialog && (
        <TriggerOverlays
          key={dialog.turn}
          // A late reply closes only its own dialog.
          onClose={() => page.show((now) => (now === dialog.value ? undefined : now))}
          open={dialog.open}
          overlay={dialog.value}
          page={page}
        />
      )}
      {drawer && (
        <RunHistory
          open={drawer.open}
          page={page}
          trigger={triggers.find(({ id }) => id === drawer.value)}
          triggerId={drawer.value}
          workspaceId={workspaceId}
        />
      )}
    </Suspense>
  );
}
