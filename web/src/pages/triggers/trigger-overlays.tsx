import type { Trigger } from '#shared/contracts/triggers.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import { CreateDialog } from './form/create-dialog.tsx';
import { RenameDialog } from './form/rename-dialog.tsx';
import type { OnCopyRefused, Overlay } from './overlay.ts';
import { CopyRefusedDialog } from './snippets/copy-refused-dialog.tsx';
import type { TriggerChanges } from './use-trigger-changes.ts';

type TriggerOverlaysProps = {
  open: boolean;
  overlay: Overlay;
  onClose: () => void;
  changes: TriggerChanges;
  skillActive: boolean;
  addressOf: (trigger: Trigger) => Promise<string>;
  onCopyRefused: OnCopyRefused;
};

/** The dialogs of the page; they come in a file of their own. */
export function TriggerOverlays({ overlay, changes, ...rest }: TriggerOverlaysProps) {
  const { t } = useTranslation();
  const { open, onClose } = rest;
  if (overlay.kind === 'create')
    return <CreateDialog {...rest} onActivateSkill={openSkillDialog} onCreate={changes.create} />;
  if (overlay.kind === 'rename') return <RenameDialog onClose={onClose} open={open} trigger={overlay.trigger} />;
  if (overlay.kind === 'delete')
    return (
      <ConfirmDialog
        confirmLabel={t('triggers.delete.confirm')}
        description={t('triggers.delete.text')}
        onClose={onClose}
        // A refusal is said by the change itself; the question is answered either way.
        onConfirm={() => void changes.remove(overlay.trigger).then(onClose, onClose)}
        open={open}
        pending={changes.removing}
        title={t('triggers.delete.title', { name: overlay.trigger.name })}
      />
    );
  return <CopyRefusedDialog onClose={onClose} open={open} text={overlay.text} what={overlay.what} />;
}
