import type { PlannedRun } from '#shared/contracts/plans.ts';
import type { WeeklyRule } from '#shared/rules/schedule/weekly-rule.ts';
import { asStart } from '#web/i18n/formats/dates.ts';
import type { Language } from '#web/i18n/languages.ts';
import type { Translate } from '#web/i18n/translate.ts';

import { dayIn, dayName, listOf, soonIn, timeIn, weekOf } from './moments.ts';

export type DisplayContext = { zone: string; language: Language; now: number };

/** "tomorrow at 7:00 AM". */
export function momentWords(t: Translate, at: string, { zone, language, now }: DisplayContext): string {
  const moment = Date.parse(at);
  return t('schedule.moment', { day: dayIn(zone, moment, now, language), time: timeIn(zone, moment, language) });
}

/** "in 12 minutes" within the next hour, otherwise "tomorrow at 7:00 AM". */
export const nextWords = (t: Translate, at: string, where: DisplayContext): string =>
  soonIn(Date.parse(at), where.now, where.language) ?? momentWords(t, at, where);

const known: Readonly<Record<string, 'daily' | 'weekdays' | 'weekend'>> = {
  '1234567': 'daily',
  '12345': 'weekdays',
  '67': 'weekend',
};

export function ruleWords(t: Translate, { days, time }: WeeklyRule, language: Language): string {
  const clock = timeIn('UTC', Date.parse(`1970-01-01T${time}Z`), language);
  const name = known[days.toSorted((one, other) => one - other).join('')];
  if (name) return t(`schedule.rule.${name}`, { time: clock });
  const chosen = weekOf(language).filter((day) => days.includes(day));
  const names = chosen.map((day) => dayName(day, language, chosen.length > 2 ? 'short' : 'long'));
  return t('schedule.rule.days', { days: asStart(listOf(names, language), language), time: clock });
}

export const plannedWords = (
  t: Translate,
  { rule, at }: Pick<PlannedRun, 'rule' | 'at'>,
  where: DisplayContext,
): string =>
  rule ? ruleWords(t, rule, where.language) : t('schedule.once', { when: momentWords(t, at ?? '', where) });
