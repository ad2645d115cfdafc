import { expect, test } from 'vitest';

import { revokedOutcome } from './revoked-outcome.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const hoursAgo = (hours: number) => ({
  reconnectRefusedAt: new Date(now.getTime() - hours * 3_600_000).toISOString(),
});

test.each([
  ['asks to reconnect where that enables the skill again', true, {}, 'grantRevoked'],
  ['asks to reconnect where no permission is known', true, undefined, 'grantRevoked'],
  ['asks to reconnect a day after Amazon refused that for this link', true, hoursAgo(24), 'grantRevoked'],
  ['sends to the Alexa app within that day', true, hoursAgo(23), 'reinstallSkill'],
  ['sends to the Alexa app where this stage enables no skills', false, {}, 'reinstallSkill'],
] as const)('a run that ends with its permission %s', (_, enables, access, outcome) => {
  expect(revokedOutcome({ enables, access, now })).toBe(outcome);
});
