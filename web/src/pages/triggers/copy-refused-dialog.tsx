import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { inputClass } from '../../ui/field.tsx';

type CopyRefusedDialogProps = { open: boolean; address: string; onClose: () => void };

/** When the browser does not let us copy: the address, selected, to copy by hand. */
export function CopyRefusedDialog({ open, address, onClose }: CopyRefusedDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      description={t('triggers.copy.failedText')}
      onClose={onClose}
      open={open}
      title={t('triggers.copy.failedTitle')}
      wide
    >
      <input
        aria-label={t('triggers.created.webhook')}
        className={`${inputClass} font-mono`}
        onFocus={(event) => event.currentTarget.select()}
        readOnly
        value={address}
      />
    </Dialog>
  );
}
