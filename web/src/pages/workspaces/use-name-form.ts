import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';

import { tidyName } from '#shared/rules/names.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import { refusedName } from '#web/api/refused-name.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { nameProblem } from './name-problem.ts';

type NameFormOptions = {
  /** The name so far; absent to create. */
  current?: string;
  others: readonly string[];
  /** Resolves when the server took it; rejects with its answer, which the form then shows. */
  onSave: (name: string) => Promise<unknown>;
};

/** State of the form that names a workspace: checked on submit, then on every change. */
export function useNameForm({ current, others, onSave }: NameFormOptions) {
  const { t } = useTranslation();
  const form = useForm({ defaultValues: { name: current ?? '' } });
  const [failure, setFailure] = useState<{ error: unknown }>();
  const { errors, isSubmitting } = form.formState;
  const fallback = current === undefined ? t('workspaces.errors.create') : t('workspaces.errors.update');

  const submit = form.handleSubmit(async ({ name }) => {
    setFailure(undefined);
    try {
      await onSave(tidyName(name));
    } catch (error) {
      const refusal = refusedName(error);
      if (refusal) form.setError('name', { type: 'server', message: refusal }, { shouldFocus: true });
      else setFailure({ error });
    }
  });
  const wording = (key: string) =>
    key === 'tooShort' ? t('workspaces.form.tooShort') : (refusalText(key) ?? fallback);

  return {
    id: useId(),
    field: form.register('name', { validate: (name) => nameProblem(name, { current, others }) ?? true }),
    submit,
    isSubmitting,
    error: errors.name?.message && wording(errors.name.message),
    /** An answer that is not about the name, in words; with a title of its own. */
    failure: failure && { title: fallback, text: errorText(t, failure.error) },
  };
}

export type NameFormState = ReturnType<typeof useNameForm>;
