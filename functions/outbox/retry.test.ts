import { expect, test } from 'vitest';

import { isDead, pauseAfter } from './retry.ts';

test('doubles pauses from 15 seconds to half an hour', () => {
  const longest = (attempts: number): number => pauseAfter(attempts, () => 1) / 1000;
  expect([1, 2, 3, 7, 8, 40].map(longest)).toEqual([15, 30, 60, 960, 1800, 1800]);
});

test('shortens a pause by up to half at random', () => {
  expect([0, 0.5].map((random) => pauseAfter(1, () => random))).toEqual([7500, 11_250]);
});

test('waits longer when the provider asks for it', () => {
  expect(pauseAfter(1, () => 0, 60_000)).toBe(60_000);
});

test('treats an entry as dead after six hours of failures', () => {
  const createdAt = '2026-11-20T12:00:00.000Z';
  expect(isDead({ createdAt }, new Date('2026-11-20T17:59:59.999Z'))).toBe(false);
  expect(isDead({ createdAt }, new Date('2026-11-20T18:00:00.000Z'))).toBe(true);
});
