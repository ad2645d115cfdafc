import { expect, test } from 'vitest';

import { findingKeys, findingsOf, type FindingFacts, type FindingKey } from './findings.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number): string => new Date(now.getTime() - ms).toISOString();
const ahead = (ms: number): string => ago(-ms);

const otherCauses = [
  'grantRevoked',
  'skillNotEnabled',
  'reinstallSkill',
  'notLinked',
  'planRequired',
  'workspaceInactive',
  'disabled',
] as const;

const grant = { grantedAt: ago(9 * day), confirmedAt: ago(hour), mend: 'reconnect' } as const;
const lamp = { id: 'lamp', name: 'Lamp', enabled: true };
const ran = { since: ago(9 * day), lastRanAt: ago(day) };
const well: FindingFacts = {
  grant,
  triggers: [{ ...lamp, receipt: { since: ago(day), heard: 9, silent: 0 } }],
  number: {},
  plan: { status: 'active', currentPeriodEnd: ahead(10 * day), hasCard: true, amountDue: 1500 },
};
const paying = { status: 'active', hasCard: true, amountDue: 1500 };

const guest = { id: 'key', name: 'Cleaner', createdAt: ago(90 * day) };

/** For each finding, facts that cause it and facts that do not yet. */
const cases: Readonly<Record<FindingKey, { found: FindingFacts; not: FindingFacts[] }>> = {
  grantEnded: {
    found: { ...well, grant: { ...grant, revokedAt: ago(1) } },
    not: [{ ...well, grant: { ...grant, unknownAt: ago(hour - 1) } }],
  },
  grantUnconfirmed: {
    found: { ...well, grant: { ...grant, confirmedAt: ago(2 * day) } },
    not: [{ ...well, grant: { ...grant, confirmedAt: ago(2 * day - 1) } }],
  },
  deviceLeftOut: {
    found: { ...well, triggers: [{ ...lamp, leftOutSince: ago(1) }] },
    not: [{ ...well, triggers: [{ ...lamp, enabled: false, leftOutSince: ago(1) }] }],
  },
  startsItself: {
    found: { ...well, triggers: [{ ...lamp, loopAt: now.getTime() - day, loopOverAt: now.getTime() + 1 }] },
    not: [
      { ...well, triggers: [{ ...lamp, loopAt: now.getTime() - 7 * day }] },
      { ...well, triggers: [{ ...lamp, loopAt: now.getTime() - day, loopOverAt: now.getTime() }] },
    ],
  },
  receiptsSilent: {
    found: { ...well, triggers: [{ ...lamp, receipt: { ...ran, heard: 19, silent: 2 } }] },
    not: [
      { ...well, triggers: [{ ...lamp, receipt: { ...ran, heard: 19, silent: 1 } }] },
      { ...well, triggers: [{ ...lamp, receipt: { since: ago(day), heard: 0, silent: 9 } }] },
    ],
  },
  slow: {
    found: { ...well, triggers: [{ ...lamp, receipt: { since: ago(day), heard: 9, silent: 0, slowSince: ago(1) } }] },
    not: [well],
  },
  nightlyFailed: {
    found: { ...well, nightly: { failedSince: ago(hour), why: 'noAnswer', trigger: lamp } },
    not: [well, ...otherCauses.map((why) => ({ ...well, nightly: { failedSince: ago(hour), why, trigger: lamp } }))],
  },
  numberLost: {
    found: { ...well, number: { lostAt: ago(1) } },
    not: [{ ...well, number: { lostAt: ago(30 * day) } }],
  },
  numberSilent: {
    found: { ...well, number: { offlineSince: ago(hour) } },
    not: [{ ...well, number: { offlineSince: ago(hour - 1) } }],
  },
  planEnds: {
    found: { ...well, plan: { ...paying, currentPeriodEnd: ahead(3 * day), cancelAt: ahead(3 * day) } },
    not: [
      { ...well, plan: { ...paying, cancelAt: ahead(3 * day + 1) } },
      { ...well, plan: { ...paying, status: 'canceled', cancelAt: ahead(day) } },
      { ...well, plan: { ...paying, cancelAt: ago(1) } },
    ],
  },
  trialEnds: {
    found: { ...well, plan: { status: 'trialing', currentPeriodEnd: ahead(day), hasCard: false, amountDue: 1500 } },
    not: [
      { ...well, plan: { status: 'trialing', currentPeriodEnd: ahead(day), hasCard: true, amountDue: 1500 } },
      { ...well, plan: { status: 'trialing', currentPeriodEnd: ahead(day + 1), hasCard: false, amountDue: 1500 } },
    ],
  },
  cardExpires: {
    found: { ...well, plan: { ...paying, currentPeriodEnd: ahead(14 * day), cardEndsAt: ahead(13 * day) } },
    not: [
      { ...well, plan: { ...paying, currentPeriodEnd: ahead(15 * day), cardEndsAt: ahead(13 * day) } },
      { ...well, plan: { ...paying, currentPeriodEnd: ahead(13 * day), cardEndsAt: ahead(14 * day) } },
      { ...well, plan: { ...paying, amountDue: 0, currentPeriodEnd: ahead(14 * day), cardEndsAt: ahead(13 * day) } },
    ],
  },
  accessKeyEnds: {
    found: { ...well, accessKeys: [{ ...guest, until: ahead(3 * day), usedAt: ago(30 * day) }] },
    not: [
      { ...well, accessKeys: [{ ...guest, until: ahead(3 * day + 1) }] },
      { ...well, accessKeys: [{ ...guest, until: ahead(3 * day), usedAt: ago(30 * day + 1) }] },
      { ...well, accessKeys: [{ ...guest, until: ahead(3 * day), createdAt: ago(4 * day) }] },
      { ...well, accessKeys: [{ ...guest, until: ago(1) }] },
    ],
  },
};

test('reports an expiring access key that was never used', () => {
  const { findings } = findingsOf({ ...well, accessKeys: [{ ...guest, until: ahead(day) }] }, now);
  expect(findings).toMatchObject([{ key: 'accessKeyEnds', subject: { name: 'Cleaner' }, endsAt: ahead(day) }]);
});

test.each(findingKeys)('reports %s when its condition holds, and not before', (key) => {
  const { found, not } = cases[key];
  expect(findingsOf(found, now).findings).toMatchObject([{ key }]);
  for (const facts of not) expect(findingsOf(facts, now).findings).toEqual([]);
});

test('reports nothing for a workspace without a link, whatever the state of its number', () => {
  expect(findingsOf({ triggers: [] }, now)).toEqual({ findings: [], muted: [], next: undefined, inDoubt: false });
});

test('reports a silent routine after the first miss that follows many answers', () => {
  const receipt = { since: ago(9 * day), heard: 20, silent: 1, lastRanAt: ago(day) };
  const { findings } = findingsOf({ ...well, triggers: [{ ...lamp, receipt }] }, now);
  expect(findings).toEqual([
    {
      key: 'receiptsSilent',
      severity: 'broken',
      since: ago(day),
      mend: 'checkTrigger',
      subject: { id: 'lamp', name: 'Lamp' },
    },
  ]);
});

test('includes the reason of a failed nightly check', () => {
  const nightly = { failedSince: ago(hour), why: 'unavailable', trigger: lamp } as const;
  expect(findingsOf({ ...well, nightly }, now).findings).toMatchObject([{ key: 'nightlyFailed', why: 'unavailable' }]);
});

test('reports a revoked grant once, although the nightly check failed because of it', () => {
  const ended = { ...grant, revokedAt: ago(hour) };
  const nightly = { failedSince: ago(hour), why: 'grantRevoked', trigger: lamp } as const;
  expect(findingsOf({ ...well, grant: ended, nightly }, now).findings.map(({ key }) => key)).toEqual(['grantEnded']);
});

test('mutes a silent routine while a failed nightly check reports or explains it', () => {
  const silent = { ...lamp, receipt: { ...ran, heard: 19, silent: 2 } };
  const of = (why: 'grantRevoked' | 'noAnswer') =>
    findingsOf({ ...well, triggers: [silent], nightly: { failedSince: ago(hour), why, trigger: lamp } }, now);
  const keys = (why: 'grantRevoked' | 'noAnswer') => {
    const { findings, muted } = of(why);
    return [findings, muted].map((each) => each.map(({ key }) => key));
  };
  expect(keys('noAnswer')).toEqual([['nightlyFailed'], ['receiptsSilent']]);
  expect(keys('grantRevoked')).toEqual([[], ['receiptsSilent', 'nightlyFailed']]);
});

test('mutes findings about a disabled trigger', () => {
  const { findings, muted } = findingsOf(
    { ...well, triggers: [{ ...lamp, enabled: false, leftOutSince: ago(1) }] },
    now,
  );
  expect([findings, muted.map(({ key }) => key)]).toEqual([[], ['deviceLeftOut']]);
});

test('keeps the start of a finding when the gateway reports an ended grant first and Amazon later', () => {
  const unknownAt = ago(3 * hour);
  const sinces = [undefined, ago(hour)].map(
    (revokedAt) => findingsOf({ ...well, grant: { ...grant, unknownAt, revokedAt } }, now).findings[0]?.since,
  );
  expect(sinces).toEqual([unknownAt, unknownAt]);
});

test('suggests to reconnect when the grant ended, or the Alexa app if reconnecting does not help', () => {
  const repairs = (['reconnect', 'reinstall'] as const).map(
    (mend) => findingsOf({ ...well, grant: { ...grant, mend, revokedAt: ago(1) } }, now).findings[0]?.mend,
  );
  expect(repairs).toEqual(['reconnectAmazon', 'enableSkill']);
});

test.each(findingKeys)('changes the finding %s exactly at the announced time', (key) => {
  for (const facts of [cases[key].found, ...cases[key].not]) {
    let at = now;
    for (let changes = 0; changes < 5; changes += 1) {
      const { findings, next } = findingsOf(facts, at);
      if (next === undefined) break;
      expect(next).toBeGreaterThan(at.getTime());
      expect(findingsOf(facts, new Date(next - 1)).findings).toEqual(findings);
      expect(findingsOf(facts, new Date(next)).findings).not.toEqual(findings);
      at = new Date(next);
    }
  }
});
