import { useQueryClient } from '@tanstack/react-query';

import { type Workspace, workspacesContract } from '#shared/contracts/workspaces.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import { useRenaming } from '#web/api/use-renaming.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { NameForm, useNameForm } from './name-form.tsx';

type EditDialogProps = {
  open: boolean;
  onClose: () => void;
  workspace: Workspace;
  others: readonly string[];
};

/** Closes before the server answers, as the list shows the new name at once; comes back when the name is refused. */
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

const { listWorkspaces, currentWorkspace, updateWorkspace } = workspacesContract;

const { queryKey: listKey } = queryFor(listWorkspaces, {});
const { queryKey: currentKey } = queryFor(currentWorkspace, {});

/** The list, the selector, and whose number is shared. */
const setsWithNames = ['/api/workspaces', '/api/zapbox-instances/current', '/api/zapbox-instances/available'] as const;

/** Renames everywhere at once, and back again when the server refuses. */
function useRename({ id, name: before }: Workspace, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutationKey, mutationFn } = mutationFor(updateWorkspace, { allow: 'all' });

  const write = (from: string, to: string) => {
    const named = <W extends { id: number; name: string }>(one: W): W =>
      one.id === id && one.name === from ? { ...one, name: to } : one;
    queries.setQueryData(listKey, (list) => list?.map(named));
    queries.setQueryData(currentKey, (current) => current && named(current));
  };

  return useRenaming({
    mutationKey,
    mutationFn: (name: string) => mutationFn({ params: { id: String(id) }, body: { name } }),
    scope: { id: `workspace ${id}` },
    onMutate: (name) => write(before, name),
    revert: (name) => write(name, before),
    dataSets: setsWithNames,
    texts: { done: t('workspaces.form.renamed'), failed: t('workspaces.errors.update') },
    onClose,
  });
}
