import { expect, test } from 'vitest';

import { dayBefore, dayState, reachedShare } from './day-state.ts';

const day = { sent: 0, lost: 0, degraded: 0, down: 0 };

test.each([
  ['without runs is idle, not up', day, 'idle'],
  ['with a run that Alexa took, and no trouble, is up', { ...day, sent: 1 }, 'up'],
  ['whose few runs were all lost is not known', { ...day, lost: 2 }, 'unknown'],
  ['with a minute of trouble is degraded', { ...day, sent: 9000, degraded: 1 }, 'degraded'],
  ['with a minute in which nothing got through is down', { ...day, sent: 9000, degraded: 30, down: 1 }, 'down'],
  ['whose gateways were silent is down, though nobody ran anything', { ...day, down: 5 }, 'down'],
] as const)('a day %s', (_, counts, state) => {
  expect(dayState(counts)).toBe(state);
});

test('the share that reached Alexa is never rounded up, and not told of fewer than twenty runs', () => {
  expect(reachedShare({ sent: 99_999, lost: 1 })).toBe(0.999);
  expect(reachedShare({ sent: 20, lost: 0 })).toBe(1);
  expect(reachedShare({ sent: 19, lost: 0 })).toBeNull();
});

test('days are counted in UTC', () => {
  const early = new Date('2026-03-01T00:30:00.000Z');
  expect([dayBefore(early), dayBefore(early, 89)]).toEqual(['2026-02-28', '2025-12-02']);
});
