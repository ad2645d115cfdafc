import { triggerNameProblem } from '#shared/rules/names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field, inputClass } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

import type { TriggerFormState } from './use-trigger-form.ts';

/** Longest description, in characters. */
const longestDescription = 280;

const descriptionProblem = (text: string) =>
  Array.from(text.trim()).length <= longestDescription ? undefined : 'trigger.descriptionTooLong';

/** The fields of a trigger: name and description to create, the name alone to rename. */
export function TriggerForm({ form, withDescription }: { form: TriggerFormState; withDescription: boolean }) {
  const { t } = useTranslation();
  return (
    <form className="grid gap-5" id={form.id} noValidate onSubmit={(event) => void form.submit(event)}>
      {form.failure && (
        <Notice live title={form.failure.title} tone="danger">
          {form.failure.text}
        </Notice>
      )}
      <Field error={form.errors.name} hint={t('triggers.form.nameHint')} label={t('triggers.form.name')}>
        {(field) => (
          <input
            {...field}
            {...form.register('name', { validate: (name) => triggerNameProblem(name) ?? true })}
            autoComplete="off"
            className={inputClass}
            placeholder={t('triggers.form.namePlaceholder')}
          />
        )}
      </Field>
      {withDescription && (
        <Field
          error={form.errors.description}
          hint={t('triggers.form.descriptionHint')}
          label={t('triggers.form.description')}
        >
          {(field) => (
            <input
              {...field}
              {...form.register('description', { validate: (text) => descriptionProblem(text) ?? true })}
              autoComplete="off"
              className={inputClass}
            />
          )}
        </Field>
      )}
    </form>
  );
}
