import { useId } from 'react';
import { useForm } from 'react-hook-form';

import { tidyName } from '#shared/rules/names.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

export type Values = { name: string; description: string };

type TriggerFormOptions = {
  /** The name so far; absent to create. */
  name?: string;
  /** Resolves when the server took it; rejects with its answer, which the form then shows. */
  onSave: (values: { name: string; description?: string }) => Promise<unknown>;
};

/** State of the form that creates or renames a trigger: checked on submit, then on every change. */
export function useTriggerForm({ name: current, onSave }: TriggerFormOptions) {
  const { t } = useTranslation();
  const form = useForm<Values>({ defaultValues: { name: current ?? '', description: '' } });
  const { errors, isSubmitting } = form.formState;
  const fallback = current === undefined ? t('triggers.errors.create') : t('triggers.errors.update');

  const submit = form.handleSubmit(async ({ name, description }) => {
    const note = description.trim();
    try {
      await onSave({ name: tidyName(name), ...(note && { description: note }) });
    } catch (error) {
      const { field, key } = placeOf(error);
      const message = field === 'root' ? errorText(t, error) || fallback : key;
      form.setError(field, { type: 'server', message }, { shouldFocus: true });
    }
  });
  const wording = (key: string | undefined) => (key === undefined ? undefined : (refusalText(key) ?? fallback));

  return {
    id: useId(),
    register: form.register,
    submit,
    isSubmitting,
    errors: { name: wording(errors.name?.message), description: wording(errors.description?.message) },
    /** An answer that belongs to no field, in words; with a title of its own. */
    failure: errors.root?.message && { title: fallback, text: errors.root.message },
  };
}

export type TriggerFormState = ReturnType<typeof useTriggerForm>;

/** Where an answer belongs: at the field that it names, else above the form; `key` leads to its text. */
function placeOf(error: unknown): { field: 'name' | 'description'; key: string } | { field: 'root'; key?: never } {
  if (!(error instanceof ApiError)) return { field: 'root' };
  const { fields, errorKey } = error;
  if (fields['name']) return { field: 'name', key: fields['name'] };
  if (fields['description']) return { field: 'description', key: fields['description'] };
  if (errorKey?.startsWith('trigger.name')) return { field: 'name', key: errorKey };
  if (errorKey?.startsWith('trigger.description')) return { field: 'description', key: errorKey };
  return { field: 'root' };
}
