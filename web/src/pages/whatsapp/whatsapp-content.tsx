import { type ComponentType, lazy, Suspense, useState } from 'react';

import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { usePresence } from '#web/ui/use-presence.ts';

import { ConnectionCard, type WhatsAppNumber } from './connection/connection-card.tsx';
import type { NumberOverlay } from './connection/number-overlay.ts';
import { useConnectionWatch } from './connection/use-connection-watch.ts';
import { GroupsSection } from './groups/groups-section.tsx';
import { usePairing } from './pairing/use-pairing.ts';
import { useLateDetails } from './use-instance.ts';

const NumberOverlays = lazy(async () => {
  const [module] = await Promise.all([import('./connection/number-overlays.tsx'), loadPageTexts(['number-dialogs'])]);
  return { default: module.NumberOverlays };
});
const PairingDialog = lazy(async () => {
  const [module] = await Promise.all([import('./pairing/pairing-dialog.tsx'), loadPageTexts(['pairing'])]);
  return { default: module.PairingDialog };
});

type WhatsAppContentProps = {
  workspaceId: number;
  number: WhatsAppNumber;
  PasskeyNotice: ComponentType | null | undefined;
};

export function WhatsAppContent({ workspaceId, number, PasskeyNotice }: WhatsAppContentProps) {
  const { instance } = number;
  useLateDetails(workspaceId, instance);
  useConnectionWatch(workspaceId, instance);
  const pairing = usePairing(workspaceId);
  const [overlay, show] = useState<NumberOverlay>();
  const [hasShared, setShared] = useState(false);
  const dialog = usePresence(overlay);
  const step = usePresence(pairing.step);
  const showOverlay = (next: NumberOverlay | undefined) => {
    if (next) setShared(false);
    show(next);
  };
  const start = () => {
    setShared(false);
    pairing.start();
  };
  // The user must give up a lost number first.
  const begin = (next: 'connect' | 'existing', goOn: () => void) =>
    instance?.chipStatus === 'LOST' ? showOverlay({ kind: 'giveUp', instance, next }) : goOn();
  const connect = () => begin('connect', start);

  return (
    <>
      <ConnectionCard
        failure={pairing.failure}
        notice={PasskeyNotice && <PasskeyNotice />}
        number={number}
        onConnect={connect}
        onEnd={(ending) => showOverlay({ kind: 'end', instance: ending })}
        onUseExisting={() => begin('existing', () => showOverlay({ kind: 'existing' }))}
      />
      <GroupsSection
        hasConnected={pairing.hasConnected || hasShared}
        instance={instance}
        onConnect={connect}
        workspaceId={workspaceId}
      />
      <Suspense>
        {step && (
          <PairingDialog
            onAgain={pairing.again}
            onClose={pairing.close}
            onCode={pairing.byCode}
            onNumber={pairing.byNumber}
            onQrCode={pairing.byQrCode}
            open={step.open}
            step={step.value}
            workspaceId={workspaceId}
          />
        )}
        {dialog && (
          <NumberOverlays
            key={dialog.turn}
            onConnect={start}
            onShared={() => setShared(true)}
            open={dialog.open}
            overlay={dialog.value}
            show={showOverlay}
            workspaceId={workspaceId}
          />
        )}
      </Suspense>
    </>
  );
}
