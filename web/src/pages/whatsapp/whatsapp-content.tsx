import { lazy, Suspense, useState } from 'react';

import { loadPageTexts } from '../../i18n/load-texts.ts';
import { useLingering } from '../../ui/use-lingering.ts';
import { ConnectionCard, type WhatsAppNumber } from './connection-card.tsx';
import { GroupsSection } from './groups/groups-section.tsx';
import type { Overlay } from './overlay.ts';
import { useConnectionWatch } from './use-connection-watch.ts';
import { useLateDetails } from './use-instance.ts';
import { usePairing } from './use-pairing.ts';

const NumberOverlays = lazy(() =>
  import('./number-overlays.tsx').then((module) => ({ default: module.NumberOverlays })),
);
const PairingDialog = lazy(async () => {
  const [module] = await Promise.all([import('./pairing-dialog.tsx'), loadPageTexts(['pairing'])]);
  return { default: module.PairingDialog };
});

/** The number, the groups, and what lies over them. */
export function WhatsAppContent({ workspaceId, number }: { workspaceId: number; number: WhatsAppNumber }) {
  const { instance } = number;
  useLateDetails(workspaceId, instance);
  useConnectionWatch(workspaceId, instance);
  const pairing = usePairing(workspaceId);
  const [overlay, show] = useState<Overlay>();
  const dialog = useLingering(overlay);
  const step = useLingering(pairing.step);
  // The other way to a number waits until a lost one is given up.
  const begin = (next: 'connect' | 'existing', goOn: () => void) =>
    instance?.chipStatus === 'LOST' ? show({ kind: 'giveUp', instance, next }) : goOn();

  return (
    <>
      <ConnectionCard
        failure={pairing.failure}
        number={number}
        onConnect={() => begin('connect', pairing.start)}
        onEnd={(ending) => show({ kind: 'end', instance: ending })}
        onUseExisting={() => begin('existing', () => show({ kind: 'existing' }))}
      />
      <GroupsSection instance={instance} workspaceId={workspaceId} />
      <Suspense>
        {step && (
          <PairingDialog
            onAgain={pairing.start}
            onClose={pairing.close}
            open={step.open}
            step={step.value}
            workspaceId={workspaceId}
          />
        )}
        {dialog && (
          <NumberOverlays
            key={dialog.turn}
            onConnect={pairing.start}
            open={dialog.open}
            overlay={dialog.value}
            show={show}
            workspaceId={workspaceId}
          />
        )}
      </Suspense>
    </>
  );
}
