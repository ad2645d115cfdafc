import { quietHours } from '#shared/rules/quiet-hours.ts';
import { nextOccurrence } from '#shared/rules/schedule/next-occurrence.ts';

const days = [1, 2, 3, 4, 5, 6, 7];
const morning = { days, time: quietHours.to };
const evening = { days, time: quietHours.from };

/** Most homes are there. Used for workspaces without a time zone. */
const usualZone = 'America/Sao_Paulo';

/** Returns the end of the quiet hours, or undefined outside of them. */
export function quietUntil(timeZone: string | undefined, now: Date): Date | undefined {
  const day = nextOccurrence(morning, timeZone ?? usualZone, now);
  return day < nextOccurrence(evening, timeZone ?? usualZone, now) ? day : undefined;
}
