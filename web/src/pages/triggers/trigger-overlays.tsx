import type { Trigger } from '#shared/contracts/triggers.ts';

import { openSkillDialog } from '../../app/skill-dialog-state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyRefusedDialog } from './copy-refused-dialog.tsx';
import { CreateDialog } from './create-dialog.tsx';
import type { OnCopyRefused, Overlay } from './overlay.ts';
import { RenameDialog } from './rename-dialog.tsx';
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
