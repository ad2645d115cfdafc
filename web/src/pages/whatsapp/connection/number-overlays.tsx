import type { Instance } from '#shared/contracts/whatsapp.ts';
import { useGroups } from '#web/api/use-groups.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import { ExistingDialog } from './existing-dialog.tsx';
import type { NumberOverlay } from './number-overlay.ts';
import { isShared, useNumberChanges, wayOf } from './use-number-changes.ts';

type NumberOverlaysProps = {
  open: boolean;
  overlay: NumberOverlay;
  show: (overlay: NumberOverlay | undefined) => void;
  workspaceId: number;
  onConnect: () => void;
  onShared: () => void;
};

export function NumberOverlays({ open, overlay, show, workspaceId, onConnect, onShared }: NumberOverlaysProps) {
  const close = () => show(undefined);
  if (overlay.kind === 'existing')
    return (
      <ExistingDialog onClose={close} onConnect={onConnect} onShared={onShared} open={open} workspaceId={workspaceId} />
    );
  if (overlay.kind === 'end')
    return <EndDialog instance={overlay.instance} onClose={close} open={open} workspaceId={workspaceId} />;
  const { instance, next } = overlay;
  const goOn = () => {
    if (next === 'existing') return show({ kind: 'existing' });
    close();
    onConnect();
  };
  const question = { instance, onClose: close, open, workspaceId };
  // On connect, the server asks the gateway first and keeps a number that has reconnected.
  const isReplaced = next === 'connect' && !isShared(instance);
  return <GiveUpDialog {...question} isReplaced={isReplaced} onGone={goOn} />;
}

type QuestionProps = { open: boolean; instance: Instance; onClose: () => void; workspaceId: number };

function EndDialog({ open, instance, onClose, workspaceId }: QuestionProps) {
  const { t } = useTranslation();
  const changes = useNumberChanges(workspaceId, { onDone: onClose, onFailed: onClose });
  const groups = useGroups(workspaceId).data;
  const way = wayOf(instance);
  return (
    <ConfirmDialog
      confirmLabel={t(`numberDialogs.${way}.confirm`)}
      description={
        <>
          <p>{t(`numberDialogs.${way}.text`)}</p>
          {groups && <p className="mt-2">{t(`numberDialogs.${way}.groups`, { count: groups.length })}</p>}
        </>
      }
      onClose={onClose}
      onConfirm={() => changes.end(instance)}
      open={open}
      pending={changes.ending}
      title={t(`numberDialogs.${way}.title`)}
    />
  );
}

type GiveUpProps = QuestionProps & { isReplaced: boolean; onGone: () => void };

/**
 * A lost number is removed before another one replaces it. Connecting replaces the workspace's own number without that
 * step.
 */
function GiveUpDialog({ open, instance, onClose, isReplaced, onGone, workspaceId }: GiveUpProps) {
  const { t } = useTranslation();
  const changes = useNumberChanges(workspaceId, { onDone: onGone, onFailed: onClose });
  return (
    <ConfirmDialog
      confirmLabel={t('numberDialogs.reconnect.confirm')}
      description={t(isShared(instance) ? 'numberDialogs.reconnect.textShared' : 'numberDialogs.reconnect.text')}
      onClose={onClose}
      onConfirm={() => (isReplaced ? onGone() : changes.end(instance))}
      open={open}
      pending={changes.ending}
      title={t('numberDialogs.reconnect.title')}
    />
  );
}
