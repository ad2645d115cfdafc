import type { ReactNode } from 'react';

import { channels } from '#shared/rules/channels.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field, inputClass } from '#web/ui/field.tsx';

import { CheckList } from './check-list.tsx';
import type { Draft } from './draft.ts';
import { HoursField } from './hours-field.tsx';
import { PeopleField } from './people-field.tsx';
import type { DraftProblem, Problems } from './read-draft.ts';

type ConditionsFieldsProps = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  problems: Problems;
  /** A key calls only by webhook, and its expiry is edited next to its name. */
  of: 'trigger' | 'key';
  workspaceId: number;
  /** Names the time zone of these times. */
  zoneLine: ReactNode;
};

export function ConditionsFields({ draft, onChange, problems, of, workspaceId, zoneLine }: ConditionsFieldsProps) {
  const { t } = useTranslation();
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
  const wording = (problem: DraftProblem | undefined) =>
    problem && t(`access.conditions.${problem.key}`, { text: problem.text ?? '' });
  const forTrigger = of === 'trigger';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Field
        error={wording(problems.coolDown)}
        hint={t('access.conditions.coolDownHint')}
        label={t('access.conditions.coolDown')}
      >
        {(field) => (
          <div className="flex max-w-xs gap-2">
            <input
              {...field}
              autoComplete="off"
              className={inputClass}
              inputMode="numeric"
              onChange={({ target }) => change({ coolDown: target.value })}
              value={draft.coolDown}
            />
            <select
              aria-label={t('access.conditions.coolDownUnit')}
              className={inputClass}
              onChange={({ target }) => change({ unit: target.value === 'seconds' ? 'seconds' : 'minutes' })}
              value={draft.unit}
            >
              <option value="seconds">{t('access.conditions.seconds')}</option>
              <option value="minutes">{t('access.conditions.minutes')}</option>
            </select>
          </div>
        )}
      </Field>
      <HoursField
        hours={draft.hours}
        onChange={(hours) => change({ hours })}
        problemOf={(row) => wording(problems[`hours.${row.key}`])}
        zoneLine={zoneLine}
      />
      {forTrigger && (
        <CheckList
          hint={t('access.conditions.channelsHint')}
          onChange={(chosen) => change({ channels: channels.filter((channel) => chosen.includes(channel)) })}
          options={channels.map((channel) => ({ value: channel, label: t(`runHistory.channels.${channel}`) }))}
          title={t('access.conditions.channels')}
          value={draft.channels}
        />
      )}
      {forTrigger && (
        <PeopleField
          error={wording(problems.people)}
          onChange={(people) => change({ people })}
          value={draft.people}
          workspaceId={workspaceId}
        />
      )}
      <Field
        error={wording(problems.networks)}
        hint={t('access.conditions.networksHint')}
        label={t('access.conditions.networks')}
      >
        {(field) => (
          <textarea
            {...field}
            autoCapitalize="off"
            autoComplete="off"
            className={`${inputClass} h-auto py-2 font-mono`}
            onChange={({ target }) => change({ networks: target.value })}
            rows={2}
            spellCheck={false}
            value={draft.networks}
          />
        )}
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:grid-cols-2">
        <Field label={t('access.conditions.from')}>
          {(field) => (
            <input
              {...field}
              className={`${inputClass} min-w-0`}
              onChange={({ target }) => change({ from: target.value })}
              type="datetime-local"
              value={draft.from}
            />
          )}
        </Field>
        {forTrigger && (
          <Field error={wording(problems.until)} label={t('access.conditions.until')}>
            {(field) => (
              <input
                {...field}
                className={`${inputClass} min-w-0`}
                onChange={({ target }) => change({ until: target.value })}
                type="datetime-local"
                value={draft.until}
              />
            )}
          </Field>
        )}
      </div>
    </div>
  );
}
