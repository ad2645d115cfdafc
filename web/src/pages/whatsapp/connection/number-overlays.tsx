import type { Instance } from '#shared/contracts/whatsapp.ts';
import { useGroups } from '#web/api/use-groups.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import type { NumberOverlay } from '../number-overlay.ts';
import { ExistingDialog } from './existing-dialog.tsx';
import { isShared, useNumberChanges, wayOf } from './use-number-changes.ts';

type NumberOverlaysProps = {
  open: boolean;
  overlay: NumberOverlay;
  show: (overlay: NumberOverlay | undefined) => void;
  workspaceId: number;
  onConnect: () => void;
};

export function NumberOverlays({ open, overlay, show, workspaceId, onConnect }: NumberOverlaysProps) {
  const close = () => show(undefined);
  if (overlay.kind === 'existing') return <ExistingDialog onClose={close} open={open} workspaceId={workspaceId} />;
  if (overlay.kind === 'end')
    return <EndDialog instance={overlay.instance} onClose={close} open={open} workspaceId={workspaceId} />;
  const { instance, next } = overlay;
  const goOn = () => {
    if (next === 'existing') return show({ kind: 'existing' });
    close();
    onConnect();
  };
  return <GiveUpDialog instance={instance} onClose={close} onGone={goOn} open={open} workspaceId={workspaceId} />;
}

type QuestionProps = { open: boolean; instance: Instance; onClose: () => void; workspaceId: number };

function EndDialog({ open, instance, onClose, workspaceId }: QuestionProps) {
  const { t } = useTranslation();
  const changes = useNumberChanges(workspaceId, { onDone: onClose, onFailed: onClose });
  const groups = useGroups(workspaceId).data;
  const way = wayOf(instance);
  return (
    <ConfirmDialog
      confirmLabel={t(`whatsapp.${way}.confirm`)}
      description={
        <>
          <p>{t(`whatsapp.${way}.text`)}</p>
          {groups && <p className="mt-2">{t(`whatsapp.${way}.groups`, { count: groups.length })}</p>}
        </>
      }
      onClose={onClose}
      onConfirm={() => changes.end(instance)}
      open={open}
      pending={changes.ending}
      title={t(`whatsapp.${way}.title`)}
    />
  );
}

/** A lost number is removed before another one replaces it. */
function GiveUpDialog({ open, instance, onClose, onGone, workspaceId }: QuestionProps & { onGone: () => void }) {
  const { t } = useTranslation();
  const changes = useNumberChanges(workspaceId, { onDone: onGone, onFailed: onClose });
  return (
    <ConfirmDialog
      confirmLabel={t('whatsapp.reconnect.confirm')}
      description={t(isShared(instance) ? 'whatsapp.reconnect.textShared' : 'whatsapp.reconnect.text')}
      onClose={onClose}
      onConfirm={() => changes.end(instance)}
      open={open}
      pending={changes.ending}
      title={t('whatsapp.reconnect.title')}
    />
  );
}
