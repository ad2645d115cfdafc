import { Refusal } from '#shared/refusals.ts';
import { nextOccurrence } from '#shared/rules/schedule/next-occurrence.ts';
import type { WeeklyRule } from '#shared/rules/schedule/weekly-rule.ts';

/** Exactly one of them. */
export type PlannedTime = { at?: string | undefined; rule?: WeeklyRule | undefined };

const yearMs = 366 * 86_400_000;

/**
 * Returns the next time of a plan. Throws `plannedRun.timeInvalid`, and `plannedRun.zoneMissing` for a rule without a
 * zone.
 */
export function nextMoment({ at, rule }: PlannedTime, timeZone: string | undefined, now: Date): string {
  if ((at === undefined) === (rule === undefined)) throw timeInvalid(at === undefined ? 'rule' : 'at');
  if (rule) {
    if (timeZone === undefined) throw new Refusal('plannedRun.zoneMissing');
    return nextOccurrence(rule, timeZone, now).toISOString();
  }
  const ms = Date.parse(at ?? '') - now.getTime();
  if (ms <= 0 || ms > yearMs) throw timeInvalid('at');
  return new Date(Date.parse(at ?? '')).toISOString();
}

const timeInvalid = (field: string): Refusal =>
  new Refusal('plannedRun.timeInvalid', { fields: { [field]: 'plannedRun.timeInvalid' } });
