import { type ReactNode, useEffect, useId, useRef } from 'react';

import { dateIn, dayName, weekOf } from '#web/features/schedule/moments.ts';
import { momentWords } from '#web/features/schedule/planned-words.ts';
import { zoneName } from '#web/features/schedule/time-zones.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldError, inputClass } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { KindChoice } from './kind-choice.tsx';
import type { WhenForm as Form } from './use-when-form.ts';

type WhenFormProps = {
  form: Form;
  zone: string;
  title: string;
  label: string;
  /** The user opened the form, so it receives the focus. */
  isAnswer: boolean;
  onCancel: (() => void) | undefined;
};

/** Edits weekdays with a time, or a single moment. */
export function WhenForm({ form, zone, title, label, isAnswer, onCancel }: WhenFormProps) {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { kind, first, failure } = form;
  useEffect(() => {
    if (isAnswer) heading.current?.focus();
  }, [isAnswer]);
  return (
    <form
      aria-labelledby={id}
      className="grid gap-4 rounded-lg border border-border bg-sunken/60 p-4"
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <h3 className="w-fit rounded-xs font-semibold" id={id} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {failure !== undefined && <Notice live title={failure} tone="danger" />}
      <KindChoice
        name={t('schedule.form.kind')}
        onChange={form.choose}
        options={[
          { value: 'weekly', label: t('schedule.form.weekly') },
          { value: 'once', label: t('schedule.form.once') },
        ]}
        value={kind}
      />
      {kind === 'weekly' && <Days form={form} />}
      <div className="grid grid-cols-2 items-start gap-3">
        {kind === 'once' && (
          <Field error={form.errors.date} label={t('schedule.form.date')}>
            {(field) => (
              <input {...field} {...form.date} className={inputClass} min={dateIn(zone, now)} required type="date" />
            )}
          </Field>
        )}
        <Field error={form.errors.time} hint={zoneName(zone, now)} label={t('schedule.form.time')}>
          {(field) => <input {...field} {...form.time} className={inputClass} required type="time" />}
        </Field>
      </div>
      <output className="text-muted">
        {first !== undefined &&
          t('schedule.form.first', {
            when: momentWords(t, first, { zone, language: asLanguage(i18n.language), now }),
          })}
      </output>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {onCancel && (
          <Button aria-disabled={form.isSubmitting || undefined} onClick={onCancel} variant="secondary">
            {t('common.cancel')}
          </Button>
        )}
        <Button busy={form.isSubmitting} type="submit">
          {label}
        </Button>
      </div>
    </form>
  );
}

function Days({ form }: { form: Form }): ReactNode {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const error = useId();
  return (
    <fieldset aria-describedby={form.errors.days && error} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{t('schedule.form.days')}</legend>
      <div className="grid grid-cols-7 gap-1 sm:gap-1.5">
        {weekOf(language).map((day) => (
          <label
            className="control-height flex cursor-pointer items-center justify-center rounded-md border border-control bg-surface text-xs font-medium text-muted transition-colors duration-120 select-none has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:text-sm"
            key={day}
          >
            <input
              aria-invalid={form.errors.days ? true : undefined}
              aria-label={dayName(day, language, 'long')}
              className="sr-only"
              type="checkbox"
              value={day}
              {...form.days}
            />
            {dayName(day, language, 'short').replace('.', '')}
          </label>
        ))}
      </div>
      {form.errors.days && <FieldError id={error}>{form.errors.days}</FieldError>}
    </fieldset>
  );
}
