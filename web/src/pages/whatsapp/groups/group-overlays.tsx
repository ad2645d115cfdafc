import type { Group } from '#shared/contracts/whatsapp.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { SelectGroupDialog } from './select-group-dialog.tsx';
import { useGroupChanges } from './use-group-changes.ts';

export type GroupOverlay = { kind: 'select' } | { kind: 'remove'; group: Group };

type GroupOverlaysProps = {
  open: boolean;
  overlay: GroupOverlay;
  onClose: () => void;
  onLinked: (group: Group) => void;
  onConnect: () => void;
  workspaceId: number;
  instanceId: number | undefined;
  groups: readonly Group[];
};

export function GroupOverlays({ open, overlay, onClose, onLinked, onConnect, ...where }: GroupOverlaysProps) {
  const { t } = useTranslation();
  const { workspaceId, instanceId, groups } = where;
  const changes = useGroupChanges(workspaceId);
  if (overlay.kind === 'remove')
    return (
      <ConfirmDialog
        confirmLabel={t('whatsapp.groups.removeConfirm')}
        description={t('whatsapp.groups.removeText')}
        onClose={onClose}
        // The mutation shows a refusal itself, so the dialog closes in both cases.
        onConfirm={() => void changes.remove(overlay.group, instanceId !== undefined).then(onClose, onClose)}
        open={open}
        pending={changes.removing}
        title={t('whatsapp.groups.removeTitle', { name: overlay.group.name })}
      />
    );
  if (instanceId === undefined) return <NotConnectedDialog onClose={onClose} onConnect={onConnect} open={open} />;
  return (
    <SelectGroupDialog
      instanceId={instanceId}
      linked={groups}
      onClose={onClose}
      onLink={async (choice) => onLinked(await changes.link(choice))}
      open={open}
      workspaceId={workspaceId}
    />
  );
}

type NotConnectedProps = Pick<GroupOverlaysProps, 'open' | 'onClose' | 'onConnect'>;

function NotConnectedDialog({ open, onClose, onConnect }: NotConnectedProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      description={t('selectGroup.notConnected')}
      footer={
        <>
          <Button onClick={onClose} variant="secondary">
            {t('common.cancel')}
          </Button>
          <Button
            onClick={() => {
              onClose();
              onConnect();
            }}
          >
            {t('whatsapp.connection.connect')}
          </Button>
        </>
      }
      onClose={onClose}
      open={open}
      title={t('selectGroup.title')}
    />
  );
}
