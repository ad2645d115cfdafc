import type { Interval } from '../entities.ts';

export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** Months are counted from the anchor, so 31 January is followed by 28 February and 31 March, like at Stripe. */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  if (interval === 'day') return anchor + count * DAY;
  if (interval === 'week') return anchor + count * 7 * DAY;
  const from = new Date(anchor * 1000);
  const months = interval === 'year' ? count * 12 : count;
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const timeOfDay = anchor % DAY;
  return first.getTime() / 1000 + (Math.min(from.getUTCDate(), days) - 1) * DAY + timeOfDay;
}

export function nextPeriodEnd(anchor: number, start: number, recurring: { interval: Interval; count: number }): number {
  let end = anchor;
  for (let i = 1; end <= start; i += 1) end = addIntervals(anchor, recurring.interval, i * recurring.count);
  return end;
}
