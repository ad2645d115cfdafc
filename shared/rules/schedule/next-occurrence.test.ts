import { Temporal } from '@js-temporal/polyfill';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { nextOccurrence } from './next-occurrence.ts';
import type { WeeklyRule } from './weekly-rule.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const next = (rule: WeeklyRule, zone: string, after: string): string =>
  nextOccurrence(rule, zone, new Date(after)).toISOString();

describe('nextOccurrence at a time that the clocks skip', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['America/Sao_Paulo', '00:30', '2018-11-03T12:00:00Z', '2018-11-04T03:00:00.000Z'],
    ['Australia/Lord_Howe', '02:10', '2026-10-03T00:00:00Z', '2026-10-03T15:30:00.000Z'],
    // Samoa crossed the date line and had no 30 December 2011.
    ['Pacific/Apia', '12:00', '2011-12-29T23:00:00Z', '2011-12-30T10:00:00.000Z'],
  ])('moves %s %s to the end of the gap', (zone, time, after, due) => {
    expect(next({ days: everyDay, time }, zone, after)).toBe(due);
  });
});

describe('nextOccurrence at a time that occurs twice', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    ['America/New_York', '01:15', '2026-10-31T12:00:00Z', '2026-11-01T05:15:00.000Z', '2026-11-02T06:15:00.000Z'],
    ['America/Sao_Paulo', '23:30', '2019-02-16T12:00:00Z', '2019-02-17T01:30:00.000Z', '2019-02-18T02:30:00.000Z'],
  ])('returns %s %s only once', (zone, time, after, first, second) => {
    const rule = { days: everyDay, time };
    expect(next(rule, zone, after)).toBe(first);
    expect(next(rule, zone, first)).toBe(second);
  });
});

test("returns only the days of the rule in the zone's calendar", () => {
  const monday = { days: [1], time: '00:30' };
  expect(next(monday, 'Pacific/Auckland', '2026-11-20T00:00:00Z')).toBe('2026-11-22T11:30:00.000Z');
  expect(next(monday, 'America/Sao_Paulo', '2026-11-20T00:00:00Z')).toBe('2026-11-23T03:30:00.000Z');
});

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

/** Independent implementation with Temporal: checks the rule's time on each day of more than a week. */
function nextByTemporal({ days, time }: WeeklyRule, zone: string, after: Date): string {
  const from = Temporal.Instant.fromEpochMilliseconds(after.getTime());
  const today = from.toZonedDateTimeISO(zone).toPlainDate();
  for (let day = -1; day < 10; day += 1) {
    const date = today.add({ days: day });
    if (!days.includes(date.dayOfWeek)) continue;
    const moment = firstMoment(date.toPlainDateTime(Temporal.PlainTime.from(time)), zone);
    if (Temporal.Instant.compare(moment, from) > 0) return new Date(moment.epochMilliseconds).toISOString();
  }
  return 'never';
}

function firstMoment(wanted: Temporal.PlainDateTime, zone: string): Temporal.Instant {
  const earlier = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(wanted)) return earlier.toInstant();
  // In a gap, the zone's transition comes after the earlier interpretation.
  return (earlier.getTimeZoneTransition('next') ?? earlier).toInstant();
}

const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const rules = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  time: times,
});

test('matches Temporal in any zone at any time', () => {
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(rules, fc.constantFrom(...zones), moments, (rule, zone, after) => {
      expect(next(rule, zone, after.toISOString())).toBe(nextByTemporal(rule, zone, after));
    }),
    { numRuns: 600 },
  );
});

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

test('matches Temporal around both clock changes of every zone that has them', () => {
  const changing = zones
    .map((zone) => ({ zone, changes: clockChangesIn(zone) }))
    .filter(({ changes }) => changes.length > 0);
  expect(changing.length).toBeGreaterThan(100);
  for (const { zone, changes } of changing) {
    for (const change of changes) {
      const shown = change.toPlainDateTime();
      for (const minutes of [-60, -30, 0, 15, 60]) {
        const time = shown.add({ minutes }).toString().slice(11, 16);
        const rule = { days: everyDay, time };
        for (const hours of [-20, 0]) {
          const after = new Date(change.add({ hours }).epochMilliseconds);
          expect([zone, time, after, next(rule, zone, after.toISOString())]).toEqual([
            zone,
            time,
            after,
            nextByTemporal(rule, zone, after),
          ]);
        }
      }
    }
  }
});
