import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import type { TriggerFormState } from './use-trigger-form.ts';

/** Cancel and save, below the form of a trigger. */
export function FormFooter({ form, label, onCancel }: { form: TriggerFormState; label: string; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button aria-disabled={form.isSubmitting || undefined} look="secondary" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button busy={form.isSubmitting} form={form.id} type="submit">
        {label}
      </Button>
    </>
  );
}
