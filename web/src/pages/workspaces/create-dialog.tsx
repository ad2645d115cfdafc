import { useUser } from '#web/api/use-session.ts';
import { useCreateWorkspace } from '#web/features/workspaces/use-create-workspace.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { CreatedNotes } from './created-notes.tsx';
import { NameForm, useNameForm } from './name-form.tsx';

type CreateDialogProps = {
  open: boolean;
  onClose: () => void;
  names: readonly string[];
  onCreated: () => void;
};

export function CreateDialog({ open, onClose, names, onCreated }: CreateDialogProps) {
  const { t } = useTranslation();
  const user = useUser();
  const create = useCreateWorkspace();
  const form = useNameForm({
    draft: ['new workspace'],
    others: names,
    onSave: async (name) => {
      await create.mutateAsync({ name, userId: user?.id });
      onCreated();
    },
  });
  const made = create.data;
  if (made)
    return (
      <Dialog
        description={t(made.current ? 'workspaces.created.here' : 'workspaces.created.elsewhere')}
        footer={<Button onClick={onClose}>{t('workspaces.created.done')}</Button>}
        onClose={onClose}
        open={open}
        title={t('workspaces.created.title', { name: made.workspace.name })}
      >
        <CreatedNotes />
      </Dialog>
    );
  return (
    <Dialog
      description={t('workspace.createHint')}
      footer={<DialogFormFooter form={form} label={t('workspace.create')} onCancel={onClose} />}
      locked={form.isSubmitting}
      onClose={onClose}
      open={open}
      title={t('workspace.create')}
    >
      <NameForm form={form} />
    </Dialog>
  );
}
