import { expect, test } from 'vitest';

import { dayBefore, dayState, reachedShare } from './day-state.ts';

const day = { sent: 0, lost: 0, degraded: 0, down: 0 };

test.each([
  ['idle rather than up on a day without runs', day, 'idle'],
  ['up on a day with an accepted run and no incidents', { ...day, sent: 1 }, 'up'],
  ['unknown on a day whose few runs were all lost', { ...day, lost: 2 }, 'unknown'],
  ['degraded on a day with one degraded minute', { ...day, sent: 9000, degraded: 1 }, 'degraded'],
  ['down on a day with one minute of outage', { ...day, sent: 9000, degraded: 30, down: 1 }, 'down'],
  ['down on a day without runs whose gateways were silent', { ...day, down: 5 }, 'down'],
] as const)('returns %s', (_, counts, state) => {
  expect(dayState(counts)).toBe(state);
});

test('rounds the share of successful runs down and hides it with fewer than twenty runs', () => {
  expect(reachedShare({ sent: 99_999, lost: 1 })).toBe(0.999);
  expect(reachedShare({ sent: 20, lost: 0 })).toBe(1);
  expect(reachedShare({ sent: 19, lost: 0 })).toBeNull();
});

test('starts days at midnight UTC', () => {
  const early = new Date('2026-03-01T00:30:00.000Z');
  expect([dayBefore(early), dayBefore(early, 89)]).toEqual(['2026-02-28', '2025-12-02']);
});
