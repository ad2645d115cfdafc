import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { TriggerForm } from './trigger-form.tsx';
import { useRename } from './use-rename.ts';
import { useTriggerForm } from './use-trigger-form.ts';

type RenameDialogProps = {
  open: boolean;
  trigger: Trigger;
  onClose: () => void;
};

/**
 * Changes the name of a trigger, and nothing else. The list shows the new one at once, so the dialog does not wait for
 * the server; it comes back where the name is refused, with what was typed.
 */
export function RenameDialog({ open, trigger, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const { away, rename } = useRename(trigger, onClose);
  const form = useTriggerForm({ name: trigger.name, onSave: ({ name }) => rename(name) });
  return (
    <Dialog
      description={t('triggers.form.renameLead')}
      footer={<DialogFormFooter form={form} label={t('triggers.form.save')} onCancel={onClose} />}
      locked={form.isSubmitting}
      onClose={onClose}
      open={open && !away}
      title={t('triggers.form.renameTitle')}
    >
      <TriggerForm form={form} withDescription={false} />
    </Dialog>
  );
}
