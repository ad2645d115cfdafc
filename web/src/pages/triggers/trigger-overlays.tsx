import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import { CreateDialog } from './form/create-dialog.tsx';
import { RenameDialog } from './form/rename-dialog.tsx';
import { CopyRefusedDialog } from './snippets/copy-refused-dialog.tsx';
import type { TriggerOverlay, TriggersPageState } from './use-triggers-page.ts';

type TriggerOverlaysProps = {
  open: boolean;
  overlay: TriggerOverlay;
  onClose: () => void;
  page: TriggersPageState;
};

export function TriggerOverlays({ open, overlay, onClose, page }: TriggerOverlaysProps) {
  const { t } = useTranslation();
  if (overlay.kind === 'create') return <CreateDialog onClose={onClose} open={open} page={page} />;
  if (overlay.kind === 'rename') return <RenameDialog onClose={onClose} open={open} trigger={overlay.trigger} />;
  if (overlay.kind === 'delete')
    return (
      <ConfirmDialog
        confirmLabel={t('triggers.delete.confirm')}
        description={t('triggers.delete.text')}
        onClose={onClose}
        // The change reports a refusal itself, so the dialog closes either way.
        onConfirm={() => void page.changes.remove(overlay.trigger).then(onClose, onClose)}
        open={open}
        pending={page.changes.removing}
        title={t('triggers.delete.title', { name: overlay.trigger.name })}
      />
    );
  return <CopyRefusedDialog onClose={onClose} open={open} text={overlay.text} what={overlay.what} />;
}
