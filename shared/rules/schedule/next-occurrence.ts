import type { WeeklyRule } from './weekly-rule.ts';
import { dayAt, isoDayOf, knownClock, momentOf } from './zone-clock.ts';

/**
 * Returns the first time after `after` at which the rule is due. A time that the clocks skip is due at the end of the
 * gap; a time that occurs twice is due the first time.
 */
export function nextOccurrence({ days, time }: WeeklyRule, timeZone: string, after: Date): Date {
  const clock = knownClock(timeZone);
  const today = dayAt(clock, after.getTime());
  // A zone may skip an entire day.
  for (let day = today - 1; day <= today + 8; day += 1) {
    if (!days.includes(isoDayOf(day))) continue;
    const at = momentOf(clock, day, time);
    if (at > after.getTime()) return new Date(at);
  }
  throw new Error(`No time was found for ${time} in ${timeZone}.`);
}
