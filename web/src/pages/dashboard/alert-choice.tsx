import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

import { findingsContract } from '#shared/contracts/findings.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { quietHours } from '#shared/rules/quiet-hours.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { findingsQuery } from '#web/features/findings/use-findings.ts';
import { timeIn } from '#web/features/schedule/moments.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { inputClass } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

type AlertChoiceProps = { chosen: string | undefined; triggers: readonly Trigger[] };

/** Selects the trigger that runs when something is found, so that the user's home can announce it. */
export function AlertChoice({ chosen, triggers }: AlertChoiceProps) {
  const { t, i18n } = useTranslation();
  const timeOf = (time: string) => timeIn('UTC', Date.parse(`1970-01-01T${time}Z`), asLanguage(i18n.language));
  const queries = useQueryClient();
  const workspaceId = useCurrentWorkspaceId();
  const { mutate, isPending, variables } = useMutation({
    ...mutationFor(findingsContract.changeFindings),
    onSuccess: ({ alertTriggerId }) => {
      queries.setQueryData(findingsQuery(workspaceId).queryKey, (known) => known && { ...known, alertTriggerId });
      showToast({ title: t('findings.alert.saved') });
    },
  });
  const shown = isPending ? (variables.body.alertTriggerId ?? undefined) : chosen;
  const isOff = triggers.some(({ id, enabled }) => id === shown && !enabled);
  const id = useId();
  return (
    <footer className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-border px-4 py-4 sm:px-6">
      <div className="min-w-0 grow basis-72">
        <label className="font-medium" htmlFor={id}>
          {t('findings.alert.label')}
        </label>
        <p className="mt-0.5 max-w-prose text-muted text-pretty" id={`${id}-hint`}>
          {isOff && <span className="text-warning">{t('findings.alert.isOff')} </span>}
          {t('findings.alert.hint', { from: timeOf(quietHours.from), to: timeOf(quietHours.to) })}
        </p>
      </div>
      <select
        aria-describedby={`${id}-hint`}
        className={`${inputClass} sm:w-60`}
        id={id}
        onChange={({ target: { value } }) =>
          mutate({ params: { id: String(workspaceId) }, body: { alertTriggerId: value || null } })
        }
        value={shown ?? ''}
      >
        <option value="">{t('findings.alert.none')}</option>
        {triggers.map(({ id: triggerId, name, enabled }) => (
          <option key={triggerId} value={triggerId}>
            {enabled ? name : t('findings.alert.off', { name })}
          </option>
        ))}
      </select>
    </footer>
  );
}
