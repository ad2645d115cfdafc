import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field, inputClass } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

import type { NameFormState } from './use-name-form.ts';

/** The name of a workspace, to give it or to change it. */
export function NameForm({ form }: { form: NameFormState }) {
  const { t } = useTranslation();
  return (
    <form className="grid gap-5" id={form.id} noValidate onSubmit={(event) => void form.submit(event)}>
      {form.failure && (
        <Notice live title={form.failure.title} tone="danger">
          {form.failure.text}
        </Notice>
      )}
      <Field error={form.error} hint={t('workspaces.form.nameHint')} label={t('workspace.name')}>
        {(field) => (
          <input
            {...field}
            {...form.field}
            autoComplete="off"
            className={inputClass}
            placeholder={t('workspace.namePlaceholder')}
          />
        )}
      </Field>
    </form>
  );
}
