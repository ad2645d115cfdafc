import { dayAt, isoDayOf, knownClock, momentOf, type Clock } from '../schedule/zone-clock.ts';

/** ISO days of the week on which it begins; it ends the next day unless `to` comes after `from`. */
export type Hours = { days: readonly number[]; from: string; to: string };

/** `at` itself while one of them is open, else when the next one opens; undefined when none ever does. */
export function nextOpen(hours: readonly Hours[], timeZone: string, at: Date): Date | undefined {
  const clock = knownClock(timeZone);
  const moment = at.getTime();
  const today = dayAt(clock, moment);
  // A week may have one opening alone, which the clocks skip.
  for (let day = today - 1; day <= today + 16; day += 1) {
    const openings = openingsOn(hours, clock, day).filter(({ closes }) => closes > moment);
    if (openings.length > 0) return new Date(Math.max(moment, Math.min(...openings.map(({ opens }) => opens))));
  }
  return undefined;
}

const openingsOn = (hours: readonly Hours[], clock: Clock, day: number) =>
  hours
    .filter(({ days }) => days.includes(isoDayOf(day)))
    .map(({ from, to }) => ({
      opens: momentOf(clock, day, from),
      closes: momentOf(clock, to > from ? day : day + 1, to),
    }))
    // What the clocks skip whole is no opening.
    .filter(({ opens, closes }) => closes > opens);
