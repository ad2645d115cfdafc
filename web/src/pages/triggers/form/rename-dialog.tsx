import { useQueryClient } from '@tanstack/react-query';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import { useRenaming } from '#web/api/use-renaming.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { TriggerForm, useTriggerForm } from './trigger-form.tsx';

type RenameDialogProps = {
  open: boolean;
  trigger: Trigger;
  onClose: () => void;
};

/** Closes before the server replies, because the list shows the new name at once. Reopens if the name is refused. */
export function RenameDialog({ open, trigger, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const { away, rename } = useRename(trigger, onClose);
  const form = useTriggerForm({
    draft: ['name of trigger', trigger.id],
    name: trigger.name,
    onSave: ({ name }) => rename(name),
  });
  return (
    <Dialog
      description={t('triggerDialogs.form.renameLead')}
      footer={<DialogFormFooter form={form} label={t('triggerDialogs.form.save')} onCancel={onClose} />}
      locked={form.isSubmitting}
      onClose={onClose}
      open={open && !away}
      title={t('triggerDialogs.form.renameTitle')}
    >
      <TriggerForm form={form} withDescription={false} />
    </Dialog>
  );
}

/** Renames in the list at once, and reverts if the server refuses. */
function useRename({ id, name: before, updatedAt, workspaceId }: Trigger, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { queryKey } = queryFor(triggersContract.listTriggers, { workspaceId });
  const { mutationKey, mutationFn } = mutationFor(triggersContract.updateTrigger, { allow: 'all' });

  const write = (from: string, change: Partial<Trigger>) =>
    queries.setQueryData(queryKey, (list) =>
      list?.map((one) => (one.id === id && one.name === from ? { ...one, ...change } : one)),
    );
  /** The version that the user saw, so that a newer one with another name is not overwritten. */
  const versionSeen = (name: string) =>
    queries.getQueryData(queryKey)?.find((one) => one.id === id && one.name === name)?.updatedAt ?? updatedAt;

  return useRenaming({
    mutationKey,
    mutationFn: (name: string) =>
      mutationFn({ workspaceId, params: { id }, body: { name, updatedAt: versionSeen(name) } }),
    scope: { id: `trigger ${id}` },
    onMutate: (name) => {
      // A running poll would restore the old name.
      void queries.cancelQueries({ queryKey });
      write(before, { name });
    },
    // The next rename is based on this version.
    onSuccess: ({ updatedAt: now }) =>
      queries.setQueryData(queryKey, (list) => list?.map((one) => (one.id === id ? { ...one, updatedAt: now } : one))),
    revert: (name) => write(name, { name: before }),
    dataSets: ['/api/triggers'],
    texts: { done: t('triggerDialogs.form.renamed'), failed: t('triggers.errors.update') },
    onClose,
  });
}
