import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { type Workspace, workspacesContract } from '#shared/contracts/workspaces.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useRenaming } from '#web/api/use-renaming.ts';
import { ZoneField } from '#web/features/schedule/zone-field.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { NameForm, useNameForm } from './name-form.tsx';

type EditDialogProps = {
  open: boolean;
  onClose: () => void;
  workspace: Workspace;
  others: readonly string[];
};

/**
 * A new name closes the dialog at once, and reopens it if the name is refused. A new time zone waits for the server.
 */
export function EditDialog({ open, onClose, workspace, others }: EditDialogProps) {
  const { t } = useTranslation();
  const { away, rename } = useRename(workspace, onClose);
  const [zone, choose] = useState(workspace.timeZone ?? '');
  const move = useZoneChange(workspace, onClose);
  const isMoved = zone !== (workspace.timeZone ?? '');
  const form = useNameForm({
    draft: ['name of workspace', workspace.id],
    current: workspace.name,
    others,
    onSave: async (name) => {
      const isRenamed = name !== workspace.name;
      if (isMoved) await move({ timeZone: zone, ...(isRenamed && { name }) });
      else if (isRenamed) await rename(name);
      else onClose();
    },
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
      <NameForm form={form}>
        <ZoneField
          all={t('workspaces.zone.all')}
          here={t('workspaces.zone.here')}
          hint={t(isMoved && workspace.timeZone !== undefined ? 'workspaces.zone.moves' : 'workspaces.zone.hint')}
          label={t('workspaces.zone.label')}
          none={t('workspaces.zone.none')}
          onChange={choose}
          saved={workspace.timeZone}
          value={zone}
        />
      </NameForm>
    </Dialog>
  );
}

/** Rejects with the server's reply, which the form shows. */
function useZoneChange({ id }: Workspace, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    ...mutationFor(updateWorkspace, { allow: 'all' }),
    onSuccess: async () => {
      await refresh(queries, [...setsWithNames, '/api/plans', '/api/nightly-check']);
      showToast({ title: t('workspaces.zone.changed') });
      onClose();
    },
  });
  return (body: { timeZone: string; name?: string }) => mutateAsync({ params: { id: String(id) }, body });
}

const { listWorkspaces, currentWorkspace, updateWorkspace } = workspacesContract;

const { queryKey: listKey } = queryFor(listWorkspaces, {});
const { queryKey: currentKey } = queryFor(currentWorkspace, {});

/** Data with workspace names: the list, the selector, and the owner of a shared number. */
const setsWithNames = ['/api/workspaces', '/api/zapbox-instances/current', '/api/zapbox-instances/available'] as const;

/** Renames everywhere at once, and reverts if the server refuses. */
function useRename({ id, name: before }: Workspace, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutationKey, mutationFn } = mutationFor(updateWorkspace, { allow: 'all' });

  const write = (from: string, to: string) => {
    const withName = <W extends { id: number; name: string }>(one: W): W =>
      one.id === id && one.name === from ? { ...one, name: to } : one;
    queries.setQueryData(listKey, (list) => list?.map(withName));
    queries.setQueryData(currentKey, (current) => current && withName(current));
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
