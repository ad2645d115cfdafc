import { quietHours } from '#shared/rules/quiet-hours.ts';
import { nextOccurrence } from '#shared/rules/schedule/next-occurrence.ts';

const days = [1, 2, 3, 4, 5, 6, 7];
const morning = { days, time: quietHours.to };
const evening = { days, time: quietHours.from };

/** Where most homes are; a workspace without a zone has said nothing. */
const usualZone = 'America/Sao_Paulo';

/** When the quiet hours end, else undefined. */
export function quietUntil(timeZone: string | undefined, now: Date): Date | undefined {
  const day = nextOccurrence(morning, timeZone ?? usualZone, now);
  return day < nextOccurrence(evening, timeZone ?? usualZone, now) ? day : undefined;
}
