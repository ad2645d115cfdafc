import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { dayName, weekOf } from '#web/features/schedule/moments.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Field, FieldError, inputClass } from '#web/ui/field.tsx';

import { type DraftHours, maxHours, withHours } from './draft.ts';

type HoursFieldProps = {
  hours: readonly DraftHours[];
  onChange: (hours: readonly DraftHours[]) => void;
  problemOf: (row: DraftHours) => string | undefined;
  zoneLine: ReactNode;
};

/** Weekdays with a start and an end time. */
export function HoursField({ hours, onChange, problemOf, zoneLine }: HoursFieldProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-sm font-medium">{t('access.conditions.hours')}</legend>
      {hours.length > 0 && zoneLine}
      {hours.map((row, index) => (
        <HoursRow
          key={row.key}
          number={index + 1}
          onChange={(changed) => onChange(hours.map((one) => (one.key === row.key ? changed : one)))}
          onRemove={() => onChange(hours.filter((one) => one.key !== row.key))}
          problem={problemOf(row)}
          row={row}
        />
      ))}
      {hours.length > 0 && <p className="text-xs text-subtle">{t('access.conditions.hoursHint')}</p>}
      {hours.length < maxHours && (
        <div>
          <Button
            icon={<Plus aria-hidden size={16} />}
            onClick={() => onChange(withHours(hours))}
            size="small"
            variant="secondary"
          >
            {t('access.conditions.addHours')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type HoursRowProps = {
  row: DraftHours;
  number: number;
  problem: string | undefined;
  onChange: (row: DraftHours) => void;
  onRemove: () => void;
};

function HoursRow({ row, number, problem, onChange, onRemove }: HoursRowProps) {
  const { t } = useTranslation();
  const error = useId();
  const described = problem === undefined ? {} : { 'aria-describedby': error, 'aria-invalid': true as const };
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-lg border border-border bg-sunken/60 p-3">
      <legend className="sr-only">{t('access.conditions.hoursRow', { number })}</legend>
      <div className="-mt-1 -mb-2 flex items-center justify-between">
        <p aria-hidden className="text-xs font-medium text-muted">
          {t('access.conditions.hoursRow', { number })}
        </p>
        <div className="-mr-1">
          <IconButton
            icon={<Trash2 aria-hidden size={16} />}
            name={t('access.conditions.removeHours', { number })}
            onClick={onRemove}
            tone="danger"
          />
        </div>
      </div>
      <Days
        described={described}
        name={t('access.conditions.days', { number })}
        onChange={(days) => onChange({ ...row, days })}
        value={row.days}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('access.conditions.start')}>
          {(field) => (
            <input
              {...field}
              {...described}
              className={inputClass}
              onChange={({ target }) => onChange({ ...row, from: target.value })}
              type="time"
              value={row.from}
            />
          )}
        </Field>
        <Field label={t('access.conditions.end')}>
          {(field) => (
            <input
              {...field}
              {...described}
              className={inputClass}
              onChange={({ target }) => onChange({ ...row, to: target.value })}
              type="time"
              value={row.to}
            />
          )}
        </Field>
      </div>
      {problem !== undefined && <FieldError id={error}>{problem}</FieldError>}
    </fieldset>
  );
}

type DaysProps = {
  name: string;
  value: readonly number[];
  onChange: (days: readonly number[]) => void;
  described: { 'aria-describedby'?: string; 'aria-invalid'?: true };
};

function Days({ name, value, onChange, described }: DaysProps) {
  const { i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  return (
    <fieldset className="grid min-w-0 grid-cols-7 gap-1 sm:gap-1.5">
      <legend className="sr-only">{name}</legend>
      {weekOf(language).map((day) => (
        <label
          className="control-height flex cursor-pointer items-center justify-center rounded-md border border-control bg-surface text-xs font-medium text-muted transition-colors duration-120 select-none has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:text-sm"
          key={day}
        >
          <input
            {...described}
            aria-label={dayName(day, language, 'long')}
            checked={value.includes(day)}
            className="sr-only"
            onChange={({ target }) =>
              onChange(target.checked ? [...value, day] : value.filter((chosen) => chosen !== day))
            }
            type="checkbox"
          />
          {dayName(day, language, 'short').replace('.', '')}
        </label>
      ))}
    </fieldset>
  );
}
