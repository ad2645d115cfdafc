import { lazy } from 'react';

import { receiptName } from '#shared/rules/names.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import { CreateDialog } from './form/create-dialog.tsx';
import { RenameDialog } from './form/rename-dialog.tsx';
import { usePlans } from './schedule/use-plans.ts';
import { CopyRefusedDialog } from './snippets/copy-refused-dialog.tsx';
import type { TriggerOverlay, TriggersPageState } from './use-triggers-page.ts';

const ReceiptDialog = lazy(async () => ({ default: (await import('./receipts/receipt-dialog.tsx')).ReceiptDialog }));
const CheckDialog = lazy(async () => {
  const [{ CheckDialog: Check }] = await Promise.all([
    import('./check/check-dialog.tsx'),
    loadPageTexts(['check', 'skill']),
  ]);
  return { default: Check };
});
const StopReceiptDialog = lazy(async () => ({
  default: (await import('./receipts/stop-receipt-dialog.tsx')).StopReceiptDialog,
}));

const ScheduleDialog = lazy(async () => {
  const [{ ScheduleDialog: Schedule }] = await Promise.all([
    import('./schedule/schedule-dialog.tsx'),
    loadPageTexts(['schedule']),
  ]);
  return { default: Schedule };
});
const ConditionsDialog = lazy(async () => {
  const [{ ConditionsDialog: Conditions }] = await Promise.all([
    import('./conditions/conditions-dialog.tsx'),
    loadPageTexts(['access', 'schedule']),
  ]);
  return { default: Conditions };
});

const AccessDialog = lazy(async () => {
  const [{ AccessDialog: Access }] = await Promise.all([
    import('./access/access-dialog.tsx'),
    loadPageTexts(['access', 'schedule', 'snippets']),
  ]);
  return { default: Access };
});

const dialogs = {
  conditions: ConditionsDialog,
  schedule: ScheduleDialog,
  receipt: ReceiptDialog,
  stopReceipt: StopReceiptDialog,
};

type TriggerOverlaysProps = {
  open: boolean;
  overlay: TriggerOverlay;
  onClose: () => void;
  page: TriggersPageState;
};

export function TriggerOverlays({ open, overlay, onClose, page }: TriggerOverlaysProps) {
  const { t } = useTranslation();
  const plans = usePlans(page.workspaceId).data?.plans;
  if (overlay.kind === 'create') return <CreateDialog onClose={onClose} open={open} page={page} />;
  if (overlay.kind === 'rename') return <RenameDialog onClose={onClose} open={open} trigger={overlay.trigger} />;
  if (overlay.kind === 'delete') {
    const lost = plans?.filter(({ triggerId }) => triggerId === overlay.trigger.id).length;
    return (
      <ConfirmDialog
        confirmLabel={t('triggerDialogs.delete.confirm')}
        description={[
          t(overlay.trigger.receipt ? 'triggerDialogs.delete.textConfirming' : 'triggerDialogs.delete.text', {
            device: receiptName(overlay.trigger.name),
          }),
          lost && t('schedule.lost', { count: lost }),
        ]
          .filter(Boolean)
          .join(' ')}
        onClose={onClose}
        // The mutation shows a refusal itself, so the dialog closes in both cases.
        onConfirm={() => void page.changes.remove(overlay.trigger).then(onClose, onClose)}
        open={open}
        pending={page.changes.removing}
        title={t('triggerDialogs.delete.title', { name: overlay.trigger.name })}
      />
    );
  }
  if (overlay.kind === 'copyRefused')
    return <CopyRefusedDialog onClose={onClose} open={open} text={overlay.text} what={overlay.what} />;
  if (overlay.kind === 'accessKeys')
    return <AccessDialog {...overlay} onClose={onClose} open={open} page={page} trigger={undefined} />;
  const trigger = page.list.data?.find(({ id }) => id === overlay.triggerId);
  if (overlay.kind === 'access')
    return (
      trigger && (
        <AccessDialog onClose={onClose} open={open} page={page} trigger={trigger} workspaceId={trigger.workspaceId} />
      )
    );
  if (overlay.kind === 'check')
    return (
      trigger && <CheckDialog byClick={overlay.byClick} onClose={onClose} open={open} page={page} trigger={trigger} />
    );
  const Dialog = dialogs[overlay.kind];
  return trigger && <Dialog onClose={onClose} open={open} page={page} trigger={trigger} />;
}
