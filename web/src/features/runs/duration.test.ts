// @vitest-environment node
import { expect, test } from 'vitest';

import { duration, roughly } from './duration.ts';

test.each([
  [7, '0.1 s', '0.1 s'],
  [380, '0.4 s', '0.4 s'],
  [2449, '2.4 s', '2 s'],
  [9960, '10 s', '10 s'],
  [12_340, '12.3 s', '12 s'],
  [99_949, '99.9 s', '2 min'],
  [99_950, '2 min', '2 min'],
  [540_000, '9 min', '9 min'],
])('formats %i ms as %s, and roughly as %s', (ms, exact, rough) => {
  const plain = (text: string) => text.replace('\u00A0', ' ');
  expect([plain(duration(ms, 'en')), plain(roughly(ms, 'en'))]).toEqual([exact, rough]);
});

test('formats the number in the given language', () => {
  expect(duration(2400, 'pt')).toBe('2,4\u00A0s');
});
