export const dayMs = 86_400_000;

/** Converts a UTC time to the local time of a zone, both in ms since 1970. */
export type ZoneClock = (at: number) => number;

const clocks = new Map<string, ZoneClock>();

/** Cached, because creating a formatter takes a millisecond. */
export function knownClock(timeZone: string): ZoneClock {
  const clock = clocks.get(timeZone) ?? clockIn(timeZone);
  if (clocks.size >= 100) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}

function clockIn(timeZone: string): ZoneClock {
  const numeric = 'numeric';
  const date = { year: numeric, month: numeric, day: numeric } as const;
  const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...date, ...time });
  return (at) => {
    const shown = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const [year, month, day, hour, minute, second] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((part) => shown.get(part) ?? 0);
    return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  };
}

/** Days since 1970. */
export const dayAt = (clock: ZoneClock, at: number): number => Math.floor(clock(at) / dayMs);

/** `day` counts the days since 1970-01-01, which was a Thursday. */
export const isoDayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/**
 * Returns when the clocks of the zone show this time (`HH:MM`) on that day. A skipped time becomes the end of the gap;
 * a time that occurs twice means the first one.
 */
export function momentOf(clock: ZoneClock, day: number, time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  const shown = day * dayMs + ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000;
  const offsetAt = (at: number): number => clock(at) - at;
  // Offsets are shorter than a day, and none changes twice within two days.
  const [before, after] = [offsetAt(shown - dayMs), offsetAt(shown + dayMs)];
  const found = [shown - before, shown - after].filter((at) => clock(at) === shown);
  return found.length > 0 ? Math.min(...found) : changeBetween(offsetAt, shown - dayMs, shown + dayMs);
}

/** Finds the first time with another offset. Zones change at whole seconds. */
function changeBetween(offsetAt: (at: number) => number, from: number, until: number): number {
  const before = offsetAt(from);
  let [last, first] = [from, until];
  while (first - last > 1000) {
    const middle = Math.floor((last + first) / 2000) * 1000;
    if (offsetAt(middle) === before) last = middle;
    else first = middle;
  }
  return first;
}
