import { RotateCw } from 'lucide-react';
import type { RefObject } from 'react';

import { channels } from '#shared/rules/channels.ts';
import { type End, ends } from '#shared/rules/execution/outcome-names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Field, inputClass } from '#web/ui/field.tsx';

import type { RunFilter as Filter } from './use-history-parameter.ts';

type RunFilterProps = {
  filter: Filter;
  /** Its routine confirms runs, or did. */
  confirms: boolean;
  onChange: (filter: Filter) => void;
  onRefresh: () => void;
  refreshing: boolean;
  first: RefObject<HTMLSelectElement | null>;
};

const answered: ReadonlySet<End> = new Set<End>(['ran', 'awaited', 'unanswered', 'shared']);

export function RunFilter({ filter, confirms, onChange, onRefresh, refreshing, first }: RunFilterProps) {
  const { t } = useTranslation();
  const offered = ends.filter((end) => confirms || end === filter.outcome || !answered.has(end));
  return (
    <fieldset className="mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] border-b border-border pb-5">
      <legend className="sr-only">{t('runHistory.filter')}</legend>
      <div className="col-span-2 sm:col-span-1">
        <Field label={t('runHistory.channel')}>
          {(field) => (
            <select
              {...field}
              className={inputClass}
              onChange={({ target }) =>
                onChange({ ...filter, channel: channels.find((channel) => channel === target.value) })
              }
              ref={first}
              value={filter.channel ?? ''}
            >
              <option value="">{t('runHistory.allChannels')}</option>
              {channels.map((channel) => (
                <option key={channel} value={channel}>
                  {t(`runHistory.channels.${channel}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field label={t('runHistory.outcome')}>
        {(field) => (
          <select
            {...field}
            className={inputClass}
            onChange={({ target }) => onChange({ ...filter, outcome: ends.find((end) => end === target.value) })}
            value={filter.outcome ?? ''}
          >
            <option value="">{t('runHistory.allOutcomes')}</option>
            {offered.map((end) => (
              <option key={end} value={end}>
                {t(`runHistory.ends.${end}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <IconButton
        busy={refreshing}
        icon={<RotateCw aria-hidden size={16} />}
        name={t('triggers.refresh')}
        onClick={onRefresh}
      />
    </fieldset>
  );
}
