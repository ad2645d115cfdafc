import { Temporal } from '@js-temporal/polyfill';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { nextOpen, type Hours } from './hours.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const next = (hours: readonly Hours[], zone: string, at: string): string | undefined =>
  nextOpen(hours, zone, new Date(at))?.toISOString();

describe('nextOpen in São Paulo', () => {
  const work: Hours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' };
  const night: Hours = { days: [5], from: '22:00', to: '02:00' };

  test.each([
    ['are open from their first minute', [work], '2026-11-23T11:00:00.000Z', '2026-11-23T11:00:00.000Z'],
    ['are closed from their end time', [work], '2026-11-23T21:00:00.000Z', '2026-11-24T11:00:00.000Z'],
    ['open after the weekend', [work], '2026-11-28T15:00:00.000Z', '2026-11-30T11:00:00.000Z'],
    ['continue after midnight on the next day', [night], '2026-11-28T04:59:00.000Z', '2026-11-28T04:59:00.000Z'],
    ['are closed before they start on their day', [night], '2026-11-27T04:00:00.000Z', '2026-11-28T01:00:00.000Z'],
    ['have one open entry of two', [work, night], '2026-11-28T02:00:00.000Z', '2026-11-28T02:00:00.000Z'],
  ])('returns the next opening for hours that %s', (_, hours, at, opens) => {
    expect(next(hours, 'America/Sao_Paulo', at)).toBe(opens);
  });

  test('treats hours with equal start and end as a whole day', () => {
    const saturday: Hours = { days: [6], from: '00:00', to: '00:00' };
    expect(next([saturday], 'America/Sao_Paulo', '2026-11-29T02:59:00.000Z')).toBe('2026-11-29T02:59:00.000Z');
    expect(next([saturday], 'America/Sao_Paulo', '2026-11-29T03:00:00.000Z')).toBe('2026-12-05T03:00:00.000Z');
  });
});

describe('nextOpen when the clocks change', () => {
  test('skips an opening that lies completely within the skipped hour', () => {
    const skipped: Hours = { days: [7], from: '02:10', to: '02:50' };
    expect(next([skipped], 'Europe/Berlin', '2026-03-29T00:00:00.000Z')).toBe('2026-04-05T00:10:00.000Z');
  });

  test('opens only the first time when the local time occurs twice', () => {
    const twice: Hours = { days: [7], from: '02:10', to: '02:50' };
    expect(next([twice], 'Europe/Berlin', '2026-10-25T00:10:00.000Z')).toBe('2026-10-25T00:10:00.000Z');
    expect(next([twice], 'Europe/Berlin', '2026-10-25T01:10:00.000Z')).toBe('2026-11-01T01:10:00.000Z');
  });
});

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

/** Independent implementation with Temporal that lists the openings of three weeks, day by day. */
function nextOpenByTemporal(hours: readonly Hours[], zone: string, at: Date): string | undefined {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (let day = -2; day < 19; day += 1) {
    const date = today.add({ days: day });
    const opens = hours
      .filter(({ days }) => days.includes(date.dayOfWeek))
      .map(({ from, to }) => {
        const end = Temporal.PlainTime.compare(to, from) > 0 ? date : date.add({ days: 1 });
        return [firstMoment(date, from, zone), firstMoment(end, to, zone)] as const;
      })
      .filter(([first, last]) => first < last && last > at.getTime())
      .map(([first]) => Math.max(first, at.getTime()));
    if (opens.length > 0) return new Date(Math.min(...opens)).toISOString();
  }
  return undefined;
}

function firstMoment(date: Temporal.PlainDate, time: string, zone: string): number {
  const wanted = date.toPlainDateTime(Temporal.PlainTime.from(time));
  const earlier = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(wanted)) return earlier.epochMilliseconds;
  // In a gap, the zone's transition comes after the earlier interpretation.
  return (earlier.getTimeZoneTransition('next') ?? earlier).epochMilliseconds;
}

const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const someHours = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    from: times,
    to: times,
  }),
  { minLength: 1, maxLength: 4 },
);

test('matches Temporal in any zone at any time', () => {
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(someHours, fc.constantFrom(...zones), moments, (hours, zone, at) => {
      expect(next(hours, zone, at.toISOString())).toBe(nextOpenByTemporal(hours, zone, at));
    }),
    { numRuns: 150 },
  );
});

test('matches Temporal around both clock changes of every zone that has them', () => {
  const changing = zones
    .map((zone) => ({ zone, changes: clockChangesIn(zone) }))
    .filter(({ changes }) => changes.length > 0);
  expect(changing.length).toBeGreaterThan(100);
  for (const { zone, changes } of changing) {
    for (const change of changes) {
      const shown = change.toPlainDateTime();
      for (const [from, to] of [
        [-90, -30],
        [-30, 30],
        [15, 45],
      ] as const) {
        const hours = [{ days: everyDay, from: timeOf(shown, from), to: timeOf(shown, to) }];
        for (const minutes of [-40, 10]) {
          const at = new Date(change.add({ minutes }).epochMilliseconds);
          expect([zone, hours, at, next(hours, zone, at.toISOString())]).toEqual([
            zone,
            hours,
            at,
            nextOpenByTemporal(hours, zone, at),
          ]);
        }
      }
    }
  }
});

const timeOf = (shown: Temporal.PlainDateTime, minutes: number): string =>
  shown.add({ minutes }).toString().slice(11, 16);

/** The first two clock changes after the start of 2026, if the zone has any. */
function clockChangesIn(zone: string): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = [];
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`).getTimeZoneTransition('next');
  while (at && changes.length < 2) {
    changes.push(at);
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}
