import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFooter } from './form-footer.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { useTriggerForm } from './use-trigger-form.ts';

type RenameDialogProps = {
  open: boolean;
  name: string;
  onClose: () => void;
  onSave: (name: string) => Promise<unknown>;
};

/** Changes the name of a trigger, and nothing else. */
export function RenameDialog({ open, name, onClose, onSave }: RenameDialogProps) {
  const { t } = useTranslation();
  const form = useTriggerForm({ name, onSave: (values) => onSave(values.name) });
  return (
    <Dialog
      description={t('triggers.form.renameLead')}
      footer={<FormFooter form={form} label={t('triggers.form.save')} onCancel={onClose} />}
      locked={form.isSubmitting}
      onClose={onClose}
      open={open}
      title={t('triggers.form.renameTitle')}
    >
      <TriggerForm form={form} withDescription={false} />
    </Dialog>
  );
}
