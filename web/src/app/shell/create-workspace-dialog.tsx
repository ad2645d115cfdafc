import { zodResolver } from '@hookform/resolvers/zod';
import { navigate } from 'wouter/use-browser-location';
import * as z from 'zod/mini';

import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { useFormDraft } from '#web/features/drafts/use-form-draft.ts';
import { useCreateWorkspace } from '#web/features/workspaces/use-create-workspace.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field, inputClass } from '#web/ui/field.tsx';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1)) });

type CreateWorkspaceProps = { open: boolean; onClose: () => void; onCreated: () => void };

export function CreateWorkspaceDialog({ open, onClose, onCreated }: CreateWorkspaceProps) {
  const { t } = useTranslation();
  const create = useCreateWorkspace();
  const draft = useFormDraft<{ name: string }>(['new workspace'], { name: '' }, zodResolver(schema));
  const { register, handleSubmit, formState, reset } = draft.form;
  const discard = () => {
    reset({ name: '' });
    draft.discard();
  };
  const submit = handleSubmit(({ name }) =>
    create.mutate(
      { name },
      {
        onSuccess: ({ workspace, current }) => {
          discard();
          onClose();
          if (!current) return;
          onCreated();
          const description = t('workspace.createSuccessHint', { name: workspace.name });
          showToast({
            title: t('workspace.createSuccess'),
            description,
            actions: [
              { label: t('workspace.linkAccount'), onPress: () => navigate(`/amazon-auth?id=${workspace.id}`) },
            ],
          });
        },
        onError: (error) => {
          if (isSessionOver(error)) return;
          showToast({ title: t('errors.title'), description: errorText(t, error), variant: 'destructive' });
        },
      },
    ),
  );
  return (
    <Dialog
      description={t('workspace.createHint')}
      footer={
        <DialogFormFooter
          form={{ id: 'create-workspace', isSubmitting: create.isPending, discard }}
          label={t('workspace.create')}
          onCancel={onClose}
        />
      }
      locked={create.isPending}
      onClose={onClose}
      open={open}
      title={t('workspace.create')}
    >
      <form id="create-workspace" noValidate onSubmit={(event) => void submit(event)}>
        <Field error={formState.errors.name && t('workspace.nameRequired')} label={t('workspace.name')}>
          {(field) => (
            <input
              {...field}
              {...register('name')}
              autoComplete="off"
              className={inputClass}
              placeholder={t('workspace.namePlaceholder')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
