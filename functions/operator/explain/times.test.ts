import { describe, expect, test } from 'vitest';

import { momentOf, shownIn, windowOf } from './times.ts';

const now = new Date('2026-11-21T18:00:00.000Z');
const moment = (text: string, zone = 'UTC'): string => momentOf(text, zone, now).toISOString();

describe('moments', () => {
  test.each([
    ['17:14', 'UTC', '2026-11-21T17:14:00.000Z'],
    // Today, 22:14 is still in the future.
    ['22:14', 'UTC', '2026-11-20T22:14:00.000Z'],
    ['9:05:07', 'UTC', '2026-11-21T09:05:07.000Z'],
    ['14:59', 'America/Sao_Paulo', '2026-11-21T17:59:00.000Z'],
    ['15:01', 'America/Sao_Paulo', '2026-11-20T18:01:00.000Z'],
    ['2026-11-20 22:14', 'America/Sao_Paulo', '2026-11-21T01:14:00.000Z'],
    ['2026-11-20', 'America/Sao_Paulo', '2026-11-20T03:00:00.000Z'],
    ['3h', 'UTC', '2026-11-21T15:00:00.000Z'],
    ['2d', 'Asia/Tokyo', '2026-11-19T18:00:00.000Z'],
    ['2026-11-20T22:14:00-03:00', 'Asia/Tokyo', '2026-11-21T01:14:00.000Z'],
    // New York's clocks show 01:30 twice that night; the first one counts.
    ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01 03:00', 'America/New_York', '2026-11-01T08:00:00.000Z'],
    ['2026-03-08 03:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ])('reads %s in %s as %s', (text, zone, at) => {
    expect(moment(text, zone)).toBe(at);
  });

  test.each(['noon', '25:00', '10:77', '2026-13-40', '', '99999h'])('rejects the moment "%s"', (text) => {
    expect(() => moment(text)).toThrow('is not a time');
  });

  test('formats a moment in its time zone', () => {
    const at = new Date('2026-11-21T01:14:00.123Z');
    expect(shownIn('America/Sao_Paulo', at)).toBe('2026-11-20 22:14:00.123');
    expect(shownIn('America/Sao_Paulo', at, at)).toBe('22:14:00.123');
  });
});

test('returns a window around a moment, between two moments, or of the last day', () => {
  const span = (asked: Parameters<typeof windowOf>[0]): string[] => {
    const { from, until } = windowOf(asked, 'UTC', now);
    return [from.toISOString().slice(0, 16), until.toISOString().slice(0, 16)];
  };
  expect(span({ at: '17:14' })).toEqual(['2026-11-21T16:59', '2026-11-21T17:29']);
  expect(span({ since: '3h', until: '17:00' })).toEqual(['2026-11-21T15:00', '2026-11-21T17:00']);
  expect(span({})).toEqual(['2026-11-20T18:00', '2026-11-21T18:00']);
});
