import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';

import type { PlannedRun } from '#shared/contracts/plans.ts';
import { nextOccurrence } from '#shared/rules/schedule/next-occurrence.ts';
import { useFormDraft } from '#web/features/drafts/use-form-draft.ts';
import { dateIn, momentOf } from '#web/features/schedule/moments.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { timesErrorText } from './use-field-zone.ts';
import type { TimeOrRule } from './use-plan-changes.ts';

export type PlanKind = 'weekly' | 'once';
type Values = { kind: PlanKind; days: string[]; time: string; date: string };

const problems = ['noDays', 'noDate', 'noTime', 'over', 'tooFar'] as const;
type Problem = (typeof problems)[number];

const everyDay = ['1', '2', '3', '4', '5', '6', '7'];
const yearMs = 366 * 86_400_000;
const timeIn = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(at);

type WhenFormOptions = {
  triggerId: string;
  plan: PlannedRun | undefined;
  zone: string;
  /** Rejects with the server's reply, which the form shows. */
  onSave: (when: TimeOrRule) => Promise<unknown>;
};

/** Validates on submit, then on every change. */
export function useWhenForm({ triggerId, plan, zone, onSave }: WhenFormOptions) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const { form, discard } = useFormDraft<Values>(['planned run', plan?.id ?? triggerId], initialValues(plan, zone));
  const { errors, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });
  const { kind = 'weekly' } = values;

  const submit = form.handleSubmit(async (given) => {
    setFailure(undefined);
    try {
      await onSave(toTimeOrRule(given, zone));
    } catch (error) {
      setFailure({ error });
    }
  });

  // Formatted on render, because the language may change.
  const problemText = (error: { message?: string | undefined } | undefined): string | undefined => {
    const problem = problems.find((one) => one === error?.message);
    return problem && t(`schedule.form.${problem}`);
  };

  const checkMoment = (date: string, { time }: Values): Problem | true => {
    if (kind === 'weekly') return true;
    if (!date) return 'noDate';
    if (!time) return true;
    return momentProblem(momentOf(date, time, zone)) ?? true;
  };

  return {
    id: useId(),
    kind,
    choose: (next: PlanKind) => {
      form.setValue('kind', next);
      form.clearErrors();
    },
    days: form.register('days', {
      validate: (days) => kind === 'once' || days.length > 0 || 'noDays',
    }),
    time: form.register('time', { deps: ['date'], validate: (time) => time !== '' || 'noTime' }),
    date: form.register('date', { validate: checkMoment }),
    errors: { days: problemText(errors.days), time: problemText(errors.time), date: problemText(errors.date) },
    submit,
    /** Resets the form and deletes the draft that the dialog would restore. */
    discard: () => {
      form.reset(initialValues(plan, zone));
      discard();
    },
    isSubmitting,
    failure: failure && timesErrorText(t, failure.error),
    /** The first run; undefined while a value is missing. */
    first: firstRunTime({ ...values, kind }, zone),
  };
}

function momentProblem(moment: number): Problem | undefined {
  const ahead = moment - Date.now();
  if (ahead <= 0) return 'over';
  return ahead > yearMs ? 'tooFar' : undefined;
}

export type WhenForm = ReturnType<typeof useWhenForm>;

function initialValues(plan: PlannedRun | undefined, zone: string): Values {
  const at = plan?.at === undefined ? undefined : Date.parse(plan.at);
  const moment = at ?? Date.now() + 86_400_000;
  return {
    kind: at === undefined ? 'weekly' : 'once',
    days: plan?.rule?.days.map(String) ?? everyDay,
    time: plan?.rule?.time ?? (at === undefined ? '07:00' : timeIn(zone, at)),
    date: dateIn(zone, moment),
  };
}

const toTimeOrRule = ({ kind, days, time, date }: Values, zone: string): TimeOrRule =>
  kind === 'once'
    ? { at: new Date(momentOf(date, time, zone)).toISOString() }
    : { rule: { days: days.map(Number).toSorted((one, other) => one - other), time } };

function firstRunTime(values: Partial<Values> & Pick<Values, 'kind'>, zone: string): string | undefined {
  const { kind, days = [], time = '', date = '' } = values;
  if (!time || (kind === 'once' ? !date : days.length === 0)) return undefined;
  const when = toTimeOrRule({ kind, days, time, date }, zone);
  if ('rule' in when) return nextOccurrence(when.rule, zone, new Date()).toISOString();
  return Date.parse(when.at) > Date.now() ? when.at : undefined;
}
