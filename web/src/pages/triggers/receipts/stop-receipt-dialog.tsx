import type { Trigger } from '#shared/contracts/triggers.ts';
import { receiptName } from '#shared/rules/names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import { useReceiptSwitch } from './use-receipt-switch.ts';

type StopReceiptDialogProps = { open: boolean; onClose: () => void; trigger: Trigger };

export function StopReceiptDialog({ open, onClose, trigger }: StopReceiptDialogProps) {
  const { t } = useTranslation();
  const { busy, change } = useReceiptSwitch(trigger, onClose);
  return (
    <ConfirmDialog
      confirmLabel={t('receipts.stop.confirm')}
      description={t('receipts.stop.text', { device: receiptName(trigger.name) })}
      onClose={onClose}
      onConfirm={() => change(false)}
      open={open}
      pending={busy}
      title={t('receipts.stop.title', { name: trigger.name })}
    />
  );
}
