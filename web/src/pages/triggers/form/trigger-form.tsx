import { useId } from 'react';

import { confirmedBy, receiptName, tidyName, triggerNameProblem } from '#shared/rules/names.ts';
import { maxDescriptionLength } from '#shared/text-lengths.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import type { DraftName } from '#web/features/drafts/use-draft.ts';
import { useFormDraft } from '#web/features/drafts/use-form-draft.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field, inputClass } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { selectAll } from '#web/ui/select-all.ts';

type Values = { name: string; description: string };

type TriggerFormOptions = {
  /** The name under which the input is kept while the form is closed. */
  draft: DraftName;
  name?: string;
  /** Rejects with the server's reply, which the form shows. */
  onSave: (values: { name: string; description?: string }) => Promise<unknown>;
};

/** Validates on submit, then on every change. */
export function useTriggerForm({ draft, name: current, onSave }: TriggerFormOptions) {
  const { t } = useTranslation();
  const { form, discard } = useFormDraft<Values>(draft, { name: current ?? '', description: '' });
  const { errors, isSubmitting } = form.formState;
  const fallback = current === undefined ? t('triggers.errors.create') : t('triggers.errors.update');

  const submit = form.handleSubmit(async ({ name, description }) => {
    const note = description.trim();
    try {
      await onSave({ name: tidyName(name), ...(note && { description: note }) });
      discard();
    } catch (error) {
      const { field, key } = fieldOf(error);
      const message = field === 'root' ? errorText(t, error) || fallback : key;
      form.setError(field, { type: 'server', message }, { shouldFocus: true });
    }
  });
  const wording = (key: string | undefined) => {
    if (key === secondDevice) return t('receipts.nameTaken', { device: receiptName(tidyName(form.getValues('name'))) });
    const name = tidyName(form.getValues('name'));
    if (key === 'trigger.confirmingNameTaken')
      return t('receipts.ofConfirming', { device: name, name: confirmedBy(name) });
    return key === undefined ? undefined : (refusalText(key) ?? fallback);
  };

  return {
    id: useId(),
    discard,
    renames: current !== undefined,
    register: form.register,
    submit,
    isSubmitting,
    errors: { name: wording(errors.name?.message), description: wording(errors.description?.message) },
    /** A refusal that does not belong to a field. */
    failure: errors.root?.message && { title: fallback, text: errors.root.message },
  };
}

/** The name is free, but the name of its confirmation device is taken. */
const secondDevice = 'secondDevice';

/** The field that a refusal belongs to and the key of its text, or `root`. */
function fieldOf(error: unknown): { field: 'name' | 'description'; key: string } | { field: 'root'; key?: never } {
  if (!(error instanceof ApiError)) return { field: 'root' };
  const { fields, errorKey } = error;
  if (fields['receipt']) return { field: 'name', key: secondDevice };
  if (fields['name']) return { field: 'name', key: fields['name'] };
  if (fields['description']) return { field: 'description', key: fields['description'] };
  if (errorKey?.startsWith('trigger.name')) return { field: 'name', key: errorKey };
  if (errorKey?.startsWith('trigger.description')) return { field: 'description', key: errorKey };
  return { field: 'root' };
}

const descriptionProblem = (text: string) =>
  Array.from(text.trim()).length <= maxDescriptionLength ? undefined : 'trigger.descriptionTooLong';

export function TriggerForm({
  form,
  withDescription,
}: {
  form: ReturnType<typeof useTriggerForm>;
  withDescription: boolean;
}) {
  const { t } = useTranslation();
  return (
    <form className="grid gap-5" id={form.id} noValidate onSubmit={(event) => void form.submit(event)}>
      {form.failure && (
        <Notice live title={form.failure.title} tone="danger">
          {form.failure.text}
        </Notice>
      )}
      <Field error={form.errors.name} hint={t('triggerDialogs.form.nameHint')} label={t('triggerDialogs.form.name')}>
        {(field) => (
          <input
            {...field}
            {...form.register('name', { validate: (name) => triggerNameProblem(name) ?? true })}
            autoComplete="off"
            className={inputClass}
            onFocus={form.renames ? selectAll : undefined}
            placeholder={t('triggerDialogs.form.namePlaceholder')}
          />
        )}
      </Field>
      {withDescription && (
        <Field
          error={form.errors.description}
          hint={t('triggerDialogs.form.descriptionHint')}
          label={t('triggerDialogs.form.description')}
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
