import { describe, expect, test } from 'vitest';

import { nightlyResult, nightlyRule, type NightRun } from './nightly.ts';

const night = (day: number, changes: Partial<NightRun> = {}): NightRun => ({
  at: `2026-11-${String(day).padStart(2, '0')}T03:12:00.000Z`,
  isNight: true,
  outcome: 'sent',
  answer: 'ran',
  ranMs: 2_100,
  ...changes,
});

const silent = { answer: 'none', ranMs: undefined } as const;

describe('nightlyResult', () => {
  test('reports success if the last night was answered', () => {
    expect(nightlyResult([night(3), night(2, silent), night(1)])).toEqual({ last: { at: night(3).at, ms: 2_100 } });
  });

  test('reports the first of the failed nights in a row, with the reason of the last one', () => {
    const refused = night(3, { outcome: 'grantRevoked', answer: undefined, ranMs: undefined });
    expect(nightlyResult([refused, night(2, silent), night(1)])).toEqual({
      last: { at: night(3).at },
      failed: { since: night(2).at, why: 'grantRevoked' },
    });
  });

  test('reports a failure when Alexa accepted the event but no answer arrived', () => {
    expect(nightlyResult([night(2, silent), night(1)]).failed).toEqual({ since: night(2).at, why: 'noAnswer' });
  });

  test('reports no failure while the answer is pending', () => {
    const awaited = night(2, { answer: 'awaited', ranMs: undefined });
    expect(nightlyResult([awaited, night(1)])).toEqual({ last: { at: night(1).at, ms: 2_100 } });
  });

  test('ends failed nights with any later answered run, and ignores unanswered manual runs', () => {
    const tried = night(3, { isNight: false });
    expect(nightlyResult([tried, night(2, silent)])).toEqual({ last: { at: tried.at, ms: 2_100 } });
    expect(nightlyResult([{ ...tried, ...silent }, night(2)])).toEqual({ last: { at: night(2).at, ms: 2_100 } });
  });

  test("counts a run without Alexa's confirmation as a success if its routine answered", () => {
    expect(nightlyResult([night(2, { outcome: 'unknown' })]).failed).toBeUndefined();
    const lost = (day: number) => night(day, { ...silent, outcome: 'unknown' });
    expect(nightlyResult([lost(3), lost(2)]).failed?.why).toBe('unknown');
  });

  test('reports an outage only from the second night in a row', () => {
    const outage = (day: number) => night(day, { outcome: 'unavailable', answer: undefined, ranMs: undefined });
    expect(nightlyResult([outage(2), night(1)])).toEqual({ last: { at: night(1).at, ms: 2_100 }, inDoubt: true });
    expect(nightlyResult([outage(3), outage(2), night(1)]).failed).toEqual({ since: outage(2).at, why: 'unavailable' });
    expect(nightlyResult([outage(3), night(2, silent), night(1)]).failed?.since).toBe(night(2).at);
  });

  test.each(['missed', 'disabled'] as const)('ignores a night that was not checked: %s', (outcome) => {
    const notLooked = night(2, { outcome, answer: undefined, ranMs: undefined });
    expect(nightlyResult([notLooked, night(1)])).toEqual({ last: { at: night(1).at, ms: 2_100 } });
  });

  test('returns an empty result without runs', () => {
    expect(nightlyResult([])).toEqual({});
  });
});

test('spreads the checks of workspaces over fixed minutes between 03:00 and 05:00', () => {
  const minutes = new Set(Array.from({ length: 1_000 }, (_, id) => nightlyRule(281_474_976_000_000 + id).time));
  expect(minutes.size).toBe(120);
  expect([...minutes].toSorted().at(0)).toBe('03:00');
  expect([...minutes].toSorted().at(-1)).toBe('04:59');
  expect(nightlyRule(7)).toEqual(nightlyRule(7));
});
