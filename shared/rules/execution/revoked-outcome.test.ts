import { expect, test } from 'vitest';

import { revokedOutcome } from './revoked-outcome.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const hoursAgo = (hours: number) => ({
  reconnectRefusedAt: new Date(now.getTime() - hours * 3_600_000).toISOString(),
});

test.each([
  ['asks to reconnect when that enables the skill again', true, {}, 'grantRevoked'],
  ['asks to reconnect when no grant is known', true, undefined, 'grantRevoked'],
  ['asks to reconnect a day after Amazon refused it for this link', true, hoursAgo(24), 'grantRevoked'],
  ['refers to the Alexa app within a day after the refusal', true, hoursAgo(23), 'reinstallSkill'],
  ['refers to the Alexa app when this stage cannot enable skills', false, {}, 'reinstallSkill'],
] as const)('%s', (_, enables, access, outcome) => {
  expect(revokedOutcome({ enables, access, now })).toBe(outcome);
});
