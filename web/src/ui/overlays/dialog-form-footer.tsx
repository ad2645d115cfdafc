import { useTranslation } from '#web/i18n/use-translation.ts';

import { Button } from '../buttons/button.tsx';

type DialogFormFooterProps = {
  /** `discard` drops the input, which is otherwise kept for the next opening. */
  form: { id: string; isSubmitting: boolean; discard?: () => void };
  label: string;
  onCancel: () => void;
};

export function DialogFormFooter({ form, label, onCancel }: DialogFormFooterProps) {
  const { t } = useTranslation();
  const cancel = () => {
    form.discard?.();
    onCancel();
  };
  return (
    <>
      <Button aria-disabled={form.isSubmitting || undefined} variant="secondary" onClick={cancel}>
        {t('common.cancel')}
      </Button>
      <Button busy={form.isSubmitting} form={form.id} type="submit">
        {label}
      </Button>
    </>
  );
}
