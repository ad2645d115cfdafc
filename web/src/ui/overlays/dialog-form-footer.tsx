import { useTranslation } from '#web/i18n/use-translation.ts';

import { Button } from '../buttons/button.tsx';

type DialogFormFooterProps = {
  form: { id: string; isSubmitting: boolean };
  label: string;
  onCancel: () => void;
};

export function DialogFormFooter({ form, label, onCancel }: DialogFormFooterProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button aria-disabled={form.isSubmitting || undefined} variant="secondary" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button busy={form.isSubmitting} form={form.id} type="submit">
        {label}
      </Button>
    </>
  );
}
