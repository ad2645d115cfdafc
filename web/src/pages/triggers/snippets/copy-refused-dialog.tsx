import { useTranslation } from '#web/i18n/use-translation.ts';
import { inputClass } from '#web/ui/field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type CopyRefusedDialogProps = { open: boolean; what: 'address' | 'snippet'; text: string; onClose: () => void };

export function CopyRefusedDialog({ open, what, text, onClose }: CopyRefusedDialogProps) {
  const { t } = useTranslation();
  const field = {
    onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => event.currentTarget.select(),
    readOnly: true,
    value: text,
  };
  return (
    <Dialog
      description={t(`triggerDialogs.copyRefused.${what}`)}
      onClose={onClose}
      open={open}
      title={t(`triggers.copy.${what}Title`)}
      wide
    >
      {what === 'address' ? (
        <input {...field} aria-label={t('created.webhook')} className={`${inputClass} font-mono`} />
      ) : (
        <textarea
          {...field}
          aria-label={t('triggerDialogs.copyRefused.field')}
          className={`${inputClass} h-auto py-2 font-mono text-xs wrap-anywhere`}
          rows={10}
        />
      )}
    </Dialog>
  );
}
