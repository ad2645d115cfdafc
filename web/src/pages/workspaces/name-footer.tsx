import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import type { NameFormState } from './use-name-form.ts';

type NameFooterProps = { form: NameFormState; label: string; onCancel: () => void };

/** Cancel and save, below the form of a workspace. */
export function NameFooter({ form, label, onCancel }: NameFooterProps) {
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
