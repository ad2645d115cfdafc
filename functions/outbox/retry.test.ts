import { expect, test } from 'vitest';

import { isDead, pauseAfter } from './retry.ts';

test('pauses double from 15 seconds to half an hour', () => {
  const longest = (attempts: number): number => pauseAfter(attempts, () => 1) / 1000;
  expect([1, 2, 3, 7, 8, 40].map(longest)).toEqual([15, 30, 60, 960, 1800, 1800]);
});

test('chance shortens a pause by up to half', () => {
  expect([0, 0.5].map((random) => pauseAfter(1, () => random))).toEqual([7500, 11_250]);
});

test('a provider that asks for more gets more', () => {
  expect(pauseAfter(1, () => 0, 60_000)).toBe(60_000);
});

test('an entry that has failed for six hours is dead', () => {
  const createdAt = '2026-11-20T12:00:00.000Z';
  expect(isDead({ createdAt }, new Date('2026-11-20T17:59:59.999Z'))).toBe(false);
  expect(isDead({ createdAt }, new Date('2026-11-20T18:00:00.000Z'))).toBe(true);
});
