import type { NightlyCheck } from '#shared/contracts/nightly-check.ts';
import type { PlannedRun } from '#shared/contracts/plans.ts';

const hour = 3_600_000;

/** Offset from now; negative values are in the past. */
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

export function everyKindOfPlan(triggerId: string): PlannedRun[] {
  const last = (outcome: 'sent' | 'missed' | 'skillNotEnabled') => ({ last: { at: inMs(-20 * hour), outcome } });
  const base = { triggerId, by: 'click', paused: false } as const;
  // Half a minute more, so that the page shows a whole number of minutes.
  const soon = inMs(hour / 4 + 30_000);
  return [
    { ...base, id: 'soon', by: 'webhook', at: soon, nextAt: soon },
    {
      ...base,
      id: 'days',
      rule: { days: [1, 2, 3, 4, 6, 7], time: '22:30' },
      nextAt: inMs(30 * hour),
      ...last('sent'),
    },
    { ...base, id: 'week', rule: { days: [1, 2, 3, 4, 5], time: '07:00' }, nextAt: inMs(60 * hour), ...last('missed') },
    { ...base, id: 'paused', rule: { days: [6, 7], time: '12:00' }, paused: true, ...last('skillNotEnabled') },
    { ...base, id: 'over', at: inMs(-20 * hour), ...last('sent') },
  ];
}

/** Each state with the English text that the page then shows. */
export function nightlyStates({ id, name }: { id: string; name: string }): { check: NightlyCheck; words: string }[] {
  const about = { trigger: { id, name }, nextAt: inMs(10 * hour) };
  const last = { at: inMs(-14 * hour), ms: 2_140 };
  const failed = (why: 'noAnswer' | 'missed') => ({ last, failed: { since: inMs(-62 * hour), why } });
  return [
    { check: { state: 'off' }, words: 'Nightly check' },
    { check: { state: 'notSetUp', ...about }, words: 'Not set up yet' },
    { check: { state: 'ok', ...about, last }, words: 'Checked every night' },
    { check: { state: 'failed', ...about, ...failed('noAnswer') }, words: 'Failing since' },
    { check: { state: 'failed', ...about, ...failed('missed') }, words: 'Skipped, we were late' },
  ];
}
