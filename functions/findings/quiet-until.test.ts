import { expect, test } from 'vitest';

import { quietUntil } from './quiet-until.ts';

test.each([
  ['21:59', undefined],
  ['22:00', '2026-11-21T07:00'],
  ['23:30', '2026-11-21T07:00'],
  ['03:00', '2026-11-20T07:00'],
  ['06:59', '2026-11-20T07:00'],
  ['07:00', undefined],
  ['12:00', undefined],
])('at %s local time, postpones the trigger until %s', (time, until) => {
  for (const [zone, offset] of [
    ['America/Sao_Paulo', '-03:00'],
    ['Asia/Tokyo', '+09:00'],
    [undefined, '-03:00'],
  ] as const) {
    const quiet = quietUntil(zone, new Date(`2026-11-20T${time}:00${offset}`));
    expect(quiet).toEqual(until === undefined ? undefined : new Date(`${until}:00${offset}`));
  }
});
