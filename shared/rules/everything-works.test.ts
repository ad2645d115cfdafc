import { expect, test } from 'vitest';

import { everythingWorks } from './everything-works.ts';
import { findingsOf, type FindingFacts } from './findings.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;
const ago = (ms: number): string => new Date(now.getTime() - ms).toISOString();

const grant = { grantedAt: ago(900 * hour), confirmedAt: ago(hour), mend: 'reconnect' } as const;
const receipt = { since: ago(900 * hour), heard: 9, silent: 0, lastRanAt: ago(47 * hour) };
const lamp = { id: 'lamp', name: 'Lamp', enabled: true };
const well: FindingFacts = { grant, triggers: [{ ...lamp, receipt }], number: {} };

const works = (facts: FindingFacts): boolean => everythingWorks(facts, findingsOf(facts, now), now);

test('returns true when a routine answered within 48 hours and no problem is known', () => {
  expect(works(well)).toBe(true);
});

test('returns true although the subscription will end', () => {
  const plan = { status: 'active', cancelAt: ago(-hour), hasCard: true, amountDue: 1 };
  expect(findingsOf({ ...well, plan }, now).findings).toHaveLength(1);
  expect(works({ ...well, plan })).toBe(true);
});

const other = { ...lamp, id: 'other' };

test.each<[string, FindingFacts]>([
  ['no routine has ever answered', { ...well, triggers: [lamp] }],
  [
    'the last answer is older',
    { ...well, triggers: [{ ...lamp, receipt: { ...receipt, lastRanAt: ago(49 * hour) } }] },
  ],
  ['the permission is newer than the last answer', { ...well, grant: { ...grant, grantedAt: ago(46 * hour) } }],
  ['no account is linked', { triggers: well.triggers }],
  ['a finding is open', { ...well, number: { lostAt: ago(1) } }],
  [
    'the gateway has not known the skill for half an hour',
    { ...well, grant: { ...grant, unknownAt: ago(30 * minute) } },
  ],
  ['a daily check of the permission failed', { ...well, grant: { ...grant, confirmedAt: ago(26 * hour) } }],
  ['the number has had no connection for 20 minutes', { ...well, number: { offlineSince: ago(20 * minute) } }],
  ['the last nightly check failed in a way that is often temporary', { ...well, nightInDoubt: true }],
  [
    'a routine that usually answers missed a run',
    { ...well, triggers: [...well.triggers, { ...other, receipt: { ...receipt, silent: 1 } }] },
  ],
])('returns false when %s', (_, facts) => {
  expect(works(facts)).toBe(false);
});

test('returns true although a disabled trigger, or one whose routine never answered, missed runs', () => {
  const silent = { ...receipt, silent: 1 };
  expect(works({ ...well, triggers: [...well.triggers, { ...other, enabled: false, receipt: silent }] })).toBe(true);
  const never = { since: receipt.since, heard: 0, silent: 5 };
  expect(works({ ...well, triggers: [...well.triggers, { ...other, receipt: never }] })).toBe(true);
});
