import type { Workspace } from '#shared/contracts/workspaces.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { NameForm } from './name-form.tsx';
import { useNameForm } from './use-name-form.ts';
import { useRename } from './use-rename.ts';

type EditDialogProps = {
  open: boolean;
  onClose: () => void;
  workspace: Workspace;
  /** Names of the other workspaces. */
  others: readonly string[];
};

/**
 * Changes the name of a workspace. The list shows the new one at once, so the dialog does not wait for the server; it
 * comes back where the name is refused, with what was typed.
 */
export function EditDialog({ open, onClose, workspace, others }: EditDialogProps) {
  const { t } = useTranslation();
  const { away, rename } = useRename(workspace, onClose);
  const form = useNameForm({
    current: workspace.name,
    others,
    onSave: async (name) => (name === workspace.name ? onClose() : rename(name)),
  });
  return (
    <Dialog
      description={t('workspaces.form.editLead')}
      footer={<DialogFormFooter form={form} label={t('workspaces.form.save')} onCancel={onClose} />}
      locked={form.isSubmitting}
      onClose={onClose}
      open={open && !away}
      title={t('workspaces.form.editTitle')}
    >
      <NameForm form={form} />
    </Dialog>
  );
}
