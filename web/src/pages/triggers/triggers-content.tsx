import { lazy, type ReactNode, Suspense } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { loadRefusals } from '#web/api/error-text.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { usePresence } from '#web/ui/use-presence.ts';

import type { NextLine } from './schedule/with-plans.tsx';
import { TriggerList } from './trigger-list.tsx';
import type { TriggersPageState } from './use-triggers-page.ts';

const RunTiles = lazy(async () => {
  const [tiles] = await Promise.all([import('#web/features/run-tiles/run-tiles.tsx'), loadPageTexts(['tiles'])]);
  return { default: tiles.RunTiles };
});
const TriggerOverlays = lazy(async () => {
  const [{ TriggerOverlays: Overlays }] = await Promise.all([
    import('./trigger-overlays.tsx'),
    loadPageTexts(['trigger-dialogs', 'created', 'receipts', 'run-history']),
    loadRefusals(),
  ]);
  return { default: Overlays };
});
const WebhookParts = lazy(async () => {
  const [{ WebhookParts: Parts }] = await Promise.all([import('./webhook-parts.tsx'), loadPageTexts(['machines'])]);
  return { default: Parts };
});
const RunHistory = lazy(async () => {
  const [{ RunHistory: History }] = await Promise.all([
    import('./runs/run-history.tsx'),
    loadPageTexts(['run-history', 'receipts', 'skill']),
  ]);
  return { default: History };
});

const TransferBar = lazy(async () => {
  const [{ TransferBar: Bar }] = await Promise.all([
    import('./transfer/transfer-bar.tsx'),
    loadPageTexts(['transfer']),
  ]);
  return { default: Bar };
});

type TriggersContentProps = {
  page: TriggersPageState;
  workspaceId: number;
  triggers: readonly Trigger[];
  create: ReactNode;
  nextLine: NextLine;
};

export function TriggersContent({ page, workspaceId, triggers, create, nextLine }: TriggersContentProps) {
  const dialog = usePresence(page.overlay);
  const drawer = usePresence(page.history.of);
  return (
    <>
      <div className="mb-6 empty:hidden">
        <RunTiles check={page.check} triggers={triggers} />
      </div>
      <TriggerList create={create} nextLine={nextLine} page={page} triggers={triggers} />
      <Suspense>
        <TransferBar mayImport={page.linked === true} triggers={triggers} workspaceId={workspaceId} />
      </Suspense>
      <Suspense>{triggers.length > 0 && <WebhookParts page={page} workspaceId={workspaceId} />}</Suspense>
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
    </>
  );
}
