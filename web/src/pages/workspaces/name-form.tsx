import { type ReactNode, useId, useState } from 'react';

import { normaliseName, tidyName, workspaceNameProblem } from '#shared/rules/names.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import { refusedNameKey } from '#web/api/refused-name.ts';
import type { DraftName } from '#web/features/drafts/use-draft.ts';
import { useFormDraft } from '#web/features/drafts/use-form-draft.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field, inputClass } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { selectAll } from '#web/ui/select-all.ts';

type NameFormOptions = {
  /** The name under which the input is kept while the form is closed. */
  draft: DraftName;
  current?: string;
  /** Names of the other workspaces. */
  others: readonly string[];
  /** Rejects with the server's reply, which the form shows. */
  onSave: (name: string) => Promise<unknown>;
};

/** Validates on submit, then on every change. */
export function useNameForm({ draft, current, others, onSave }: NameFormOptions) {
  const { t } = useTranslation();
  const { form, discard } = useFormDraft<{ name: string }>(draft, { name: current ?? '' });
  const [failure, setFailure] = useState<{ error: unknown }>();
  const { errors, isSubmitting } = form.formState;
  const fallback = current === undefined ? t('workspaces.errors.create') : t('workspaces.errors.update');

  const submit = form.handleSubmit(async ({ name }) => {
    setFailure(undefined);
    try {
      await onSave(tidyName(name));
      discard();
    } catch (error) {
      const refusal = refusedNameKey(error);
      if (refusal) form.setError('name', { type: 'server', message: refusal }, { shouldFocus: true });
      else setFailure({ error });
    }
  });
  const wording = (key: string) =>
    key === 'tooShort' ? t('workspaces.form.tooShort') : (refusalText(key) ?? fallback);

  return {
    id: useId(),
    discard,
    field: form.register('name', { validate: (name) => nameProblem(name, { current, others }) ?? true }),
    renames: current !== undefined,
    submit,
    isSubmitting,
    error: errors.name?.message && wording(errors.name.message),
    /** A refusal that does not concern the name. */
    failure: failure && { title: fallback, text: errorText(t, failure.error) },
  };
}

/** In characters. The server and the sidebar's dialog accept a single one. */
const minLength = 3;

/** Returns `tooShort` or the key of a refusal; undefined if the name is valid or unchanged. */
function nameProblem(
  typed: string,
  { current, others }: Pick<NameFormOptions, 'current' | 'others'>,
): string | undefined {
  const name = tidyName(typed);
  if (name === current) return undefined;
  const problem = workspaceNameProblem(name);
  if (problem) return problem;
  if (Array.from(name).length < minLength) return 'tooShort';
  return others.some((other) => normaliseName(other) === normaliseName(name)) ? 'workspace.nameTaken' : undefined;
}

export function NameForm({ form, children }: { form: ReturnType<typeof useNameForm>; children?: ReactNode }) {
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
            onFocus={form.renames ? selectAll : undefined}
            placeholder={t('workspace.namePlaceholder')}
          />
        )}
      </Field>
      {children}
    </form>
  );
}
