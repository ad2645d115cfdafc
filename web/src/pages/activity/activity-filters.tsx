import { clsx } from 'clsx';
import { RotateCw, ListFilter } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { channels } from '#shared/rules/channels.ts';
import { type End, ends } from '#shared/rules/execution/outcome-names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Field, inputClass } from '#web/ui/field.tsx';

import { type ActivityFilter, filterCount } from './use-activity-filter.ts';
import type { NameOption } from './use-names.ts';

const answered: ReadonlySet<End> = new Set<End>(['ran', 'awaited', 'unanswered', 'shared']);

type ActivityFiltersProps = {
  filter: ActivityFilter;
  triggers: readonly Trigger[];
  names: readonly NameOption[];
  /** Some routine confirms runs, or did. */
  confirms: boolean;
  first: RefObject<HTMLSelectElement | null>;
  toggle: RefObject<HTMLButtonElement | null>;
  refreshing: boolean;
  onChange: (filter: ActivityFilter) => void;
  onClear: () => void;
  onRefresh: () => void;
};

/** On a phone, a button opens the filters, so that the runs come first. The hint about the chosen day stays visible. */
export function ActivityFilters(props: ActivityFiltersProps) {
  const { filter, triggers, names, confirms, first, toggle, refreshing, onChange, onClear, onRefresh } = props;
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const count = filterCount(filter);
  const change = (changes: Partial<ActivityFilter>) => onChange({ ...filter, ...changes });
  return (
    <div className="border-b border-border p-4 sm:px-6">
      <div className="flex items-center gap-2">
        <span className="sm:hidden">
          <Button
            aria-controls={id}
            aria-expanded={open}
            icon={<ListFilter aria-hidden size={16} />}
            onClick={() => setOpen(!open)}
            ref={toggle}
            variant="secondary"
          >
            {count > 0 ? t('activity.filtered', { number: count }) : t('activity.filter')}
          </Button>
        </span>
        <h2 className="hidden text-base font-semibold sm:block">{t('activity.runs')}</h2>
        <span className="ml-auto flex items-center gap-2">
          {count > 0 && (
            <Button onClick={onClear} size="small" variant="ghost">
              {t('runHistory.clearFilter')}
            </Button>
          )}
          <IconButton
            busy={refreshing}
            icon={<RotateCw aria-hidden size={16} />}
            name={t('triggers.refresh')}
            onClick={onRefresh}
          />
        </span>
      </div>
      <fieldset
        className={clsx(
          'mt-4 grid-cols-2 items-start gap-3 sm:grid sm:grid-cols-3 xl:grid-cols-5',
          open ? 'grid' : 'hidden',
        )}
        id={id}
      >
        <legend className="sr-only">{t('runHistory.filter')}</legend>
        <Choice
          all={t('activity.allTriggers')}
          label={t('activity.trigger')}
          onChange={(trigger) => change({ trigger })}
          ref={first}
          value={filter.trigger}
        >
          {triggers.map(({ id: triggerId, name }) => (
            <option key={triggerId} value={triggerId}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          all={t('runHistory.allChannels')}
          label={t('runHistory.channel')}
          onChange={(value) => change({ channel: channels.find((channel) => channel === value) })}
          value={filter.channel}
        >
          {channels.map((channel) => (
            <option key={channel} value={channel}>
              {t(`runHistory.channels.${channel}`)}
            </option>
          ))}
        </Choice>
        <Choice
          all={t('runHistory.allOutcomes')}
          label={t('runHistory.outcome')}
          onChange={(value) => change({ outcome: ends.find((end) => end === value) })}
          value={filter.outcome}
        >
          {ends
            .filter((end) => confirms || end === filter.outcome || !answered.has(end))
            .map((end) => (
              <option key={end} value={end}>
                {t(`runHistory.ends.${end}`)}
              </option>
            ))}
        </Choice>
        <Choice
          all={t('activity.everyone')}
          label={t('activity.who')}
          onChange={(value) => {
            const { who, person } = names.find((name) => valueOf(name) === value) ?? {};
            change({ who, person });
          }}
          value={valueOf(filter)}
        >
          {names.map((name) => (
            <option key={valueOf(name)} value={valueOf(name)}>
              {name.label}
            </option>
          ))}
        </Choice>
        <div className="col-span-2 sm:col-span-1">
          <Field label={t('activity.day')}>
            {(field) => (
              <input
                {...field}
                aria-describedby={filter.day && `${id}-day`}
                className={inputClass}
                onChange={({ target }) => change({ day: target.value || undefined })}
                type="date"
                value={filter.day ?? ''}
              />
            )}
          </Field>
        </div>
      </fieldset>
      {filter.day && (
        <p className="mt-2 text-xs text-subtle xl:text-right" id={`${id}-day`}>
          {t('activity.dayHint')}
        </p>
      )}
    </div>
  );
}

/** Differs from every name, which contains no line break. */
const valueOf = ({ who, person }: Pick<ActivityFilter, 'who' | 'person'>): string | undefined =>
  person === undefined ? who : `\n${person}`;

type ChoiceProps = {
  label: string;
  all: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  children: ReactNode;
  ref?: RefObject<HTMLSelectElement | null>;
};

function Choice({ label, all, value, onChange, children, ref }: ChoiceProps) {
  return (
    <Field label={label}>
      {(field) => (
        <select
          {...field}
          className={`${inputClass} text-ellipsis max-sm:px-2`}
          onChange={({ target }) => onChange(target.value || undefined)}
          ref={ref}
          value={value ?? ''}
        >
          <option value="">{all}</option>
          {children}
        </select>
      )}
    </Field>
  );
}
