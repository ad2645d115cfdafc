import { lazy, type ReactNode, Suspense } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';

import { PageOverlays } from './page-overlays.tsx';
import type { NextLine } from './schedule/with-plans.tsx';
import { TriggerList } from './trigger-list.tsx';
import type { TriggersPageState } from './use-triggers-page.ts';

const RunTiles = lazy(async () => {
  const [tiles] = await Promise.all([import('#web/features/run-tiles/run-tiles.tsx'), loadPageTexts(['tiles'])]);
  return { default: tiles.RunTiles };
});
const WebhookParts = lazy(async () => {
  const [{ WebhookParts: Parts }] = await Promise.all([import('./webhook-parts.tsx'), loadPageTexts(['machines'])]);
  return { default: Parts };
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
  return (
    <>
      <div className="mb-6 empty:hidden">
        <RunTiles runs={page.changes.runsInPlace} triggers={triggers} />
      </div>
      <TriggerList create={create} nextLine={nextLine} page={page} triggers={triggers} />
      <Suspense>
        <TransferBar mayImport={page.linked === true} triggers={triggers} workspaceId={workspaceId} />
      </Suspense>
      <Suspense>
        <WebhookParts page={page} triggers={triggers} workspaceId={workspaceId} />
      </Suspense>
      <PageOverlays page={page} triggers={triggers} workspaceId={workspaceId} />
    </>
  );
}
