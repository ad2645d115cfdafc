import type { Workspace } from '#shared/contracts/workspaces.ts';
import { errorText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import { useStatusChange } from './use-status-change.ts';

type ActivateDialogProps = { open: boolean; workspace: Workspace; onClose: () => void; onSwitch: () => void };

export function ActivateDialog({ open, workspace, onClose, onSwitch }: ActivateDialogProps) {
  const { t } = useTranslation();
  const change = useStatusChange(workspace, onClose, onSwitch);
  return (
    <ConfirmDialog
      confirmLabel={t('workspaces.activate.confirm')}
      danger={false}
      description={t('workspaces.activate.text')}
      onClose={onClose}
      onConfirm={() => change.mutate('ATIVO')}
      open={open}
      pending={change.isPending}
      title={t('workspaces.activate.title', { name: workspace.name })}
    >
      {change.error && (
        <Notice live title={t('workspaces.errors.activate')} tone="danger">
          {errorText(t, change.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
