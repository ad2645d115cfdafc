import { Link } from 'wouter';

import type { Workspace } from '#shared/contracts/workspaces.ts';
import { useCurrentWorkspace, useUser } from '#web/api/use-session.ts';
import { useCreateWorkspace } from '#web/features/workspaces/use-create-workspace.ts';
import { useSwitchWorkspace } from '#web/features/workspaces/use-switch-workspace.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
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
  if (create.data) return <CreatedDialog {...create.data} onClose={onClose} open={open} />;
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

type CreatedDialogProps = {
  open: boolean;
  onClose: () => void;
  workspace: Pick<Workspace, 'id' | 'name'>;
  current: boolean;
};

function CreatedDialog({ open, onClose, workspace, current }: CreatedDialogProps) {
  const { t } = useTranslation();
  const currentId = useCurrentWorkspace().data?.id;
  const switchTo = useSwitchWorkspace();
  const isOpen = current || currentId === workspace.id;
  return (
    <Dialog
      description={t(isOpen ? 'workspaces.created.here' : 'workspaces.created.elsewhere')}
      footer={
        <>
          <Button onClick={onClose} variant="secondary">
            {t('workspaces.created.done')}
          </Button>
          {isOpen ? (
            <Link className={buttonClass()} href={`/amazon-auth?id=${workspace.id}`}>
              {t('workspaces.created.link')}
            </Link>
          ) : (
            <Button busy={switchTo.isPending} onClick={() => switchTo.mutate(workspace.id)}>
              {t('workspaces.created.open')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
      open={open}
      title={t('workspaces.created.title', { name: workspace.name })}
    >
      <CreatedNotes />
    </Dialog>
  );
}
