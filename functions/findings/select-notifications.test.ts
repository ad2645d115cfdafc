import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { nothingReported, type ReportedFindings } from '#functions/data/findings/notification-store.ts';
import {
  findingKeys,
  findingsOf,
  placeOf,
  type Finding,
  type FindingFacts,
  type FindingKey,
} from '#shared/rules/findings.ts';

import { nextCheckAt, selectNotifications } from './select-notifications.ts';

const start = Date.parse('2026-11-20T12:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const finding = (key: FindingKey, since: number, id?: string): Finding => ({
  key,
  severity: 'broken',
  since: new Date(since).toISOString(),
  mend: 'checkTrigger',
  ...(id !== undefined && { subject: { id, name: id } }),
});

type Home = {
  confirmedUntil?: string | undefined;
  unknownAt?: string | undefined;
  revokedAt?: string | undefined;
  loopAt?: number | undefined;
  loopOverAt?: number | undefined;
  refusedAt?: string | undefined;
  slowSince?: string | undefined;
  isOff?: boolean | undefined;
  offlineSince?: string | undefined;
  lostAt?: string | undefined;
  failedSince?: string | undefined;
  why?: 'noAnswer' | 'grantRevoked' | undefined;
  plan?: FindingFacts['plan'];
  unreadable?: boolean | undefined;
  silent: number;
  lastRanAt: string;
};

const iso = (ms: number): string => new Date(ms).toISOString();

const paying = { status: 'active', hasCard: true, amountDue: 1500 };

/** Events in a home. */
const events: Readonly<Record<string, (home: Home, at: number) => Partial<Home>>> = {
  amazonIsOut: ({ confirmedUntil }, at) => ({ confirmedUntil: confirmedUntil ?? iso(at) }),
  amazonIsBack: () => ({ confirmedUntil: undefined }),
  gatewayKnowsNoSkill: ({ unknownAt, revokedAt }, at) => (revokedAt ? {} : { unknownAt: unknownAt ?? iso(at) }),
  permissionEnds: ({ revokedAt }, at) => ({ revokedAt: revokedAt ?? iso(at) }),
  connects: () => ({ unknownAt: undefined, revokedAt: undefined, confirmedUntil: undefined }),
  repeats: (_, at) => ({ loopAt: at, loopOverAt: undefined }),
  tried: ({ loopAt, loopOverAt }, at) => (loopAt === undefined ? {} : { loopOverAt: loopOverAt ?? at + hour }),
  deviceRefused: (_, at) => ({ refusedAt: iso(at) }),
  deviceTaken: () => ({ refusedAt: undefined }),
  missed: ({ silent }) => ({ silent: silent + 1 }),
  answered: (_, at) => ({ silent: 0, lastRanAt: iso(at), failedSince: undefined }),
  answersSlowly: ({ slowSince }, at) => ({ slowSince: slowSince ?? iso(at) }),
  answersFast: () => ({ slowSince: undefined }),
  switchedOff: () => ({ isOff: true }),
  switchedOn: () => ({ isOff: undefined }),
  // The first night of a long series drops out of the history.
  nightFails: (_, at) => ({ failedSince: iso(at), why: 'noAnswer' }),
  nightFailsForTheGrant: ({ failedSince }, at) => ({ failedSince: failedSince ?? iso(at), why: 'grantRevoked' }),
  goesOffline: ({ offlineSince }, at) => ({ offlineSince: offlineSince ?? iso(at) }),
  comesBack: () => ({ offlineSince: undefined, lostAt: undefined }),
  isLost: ({ lostAt }, at) => ({ lostAt: lostAt ?? iso(at) }),
  cancelsThePlan: (_, at) => ({ plan: { ...paying, cancelAt: iso(at + 4 * day) } }),
  triesThePlan: (_, at) => ({
    plan: { ...paying, status: 'trialing', currentPeriodEnd: iso(at + 2 * day), hasCard: false },
  }),
  cardEndsFirst: (_, at) => ({
    plan: { ...paying, currentPeriodEnd: iso(at + 15 * day), cardEndsAt: iso(at + 12 * day) },
  }),
  keepsThePlan: () => ({ plan: paying }),
  cannotBeRead: () => ({ unreadable: true }),
  isReadAgain: () => ({ unreadable: undefined }),
};
const looksAtOnce = new Set(['deviceTaken', 'tried']);

const factsOf = (home: Home, at: number): FindingFacts => ({
  grant: {
    unknownAt: home.unknownAt,
    revokedAt: home.revokedAt,
    grantedAt: iso(start),
    confirmedAt: home.confirmedUntil ?? iso(at),
    mend: 'reconnect',
  },
  triggers: [
    {
      id: 'lamp',
      name: 'Lamp',
      enabled: !home.isOff,
      loopAt: home.loopAt,
      loopOverAt: home.loopOverAt,
      leftOutSince: home.refusedAt,
      receipt: {
        since: iso(start),
        heard: 9,
        silent: home.silent,
        lastRanAt: home.lastRanAt,
        slowSince: home.slowSince,
      },
    },
    {
      id: 'fan',
      name: 'Fan',
      enabled: true,
      receipt: { since: iso(start), heard: 9, silent: home.silent, lastRanAt: home.lastRanAt },
    },
  ],
  number: { lostAt: home.lostAt, offlineSince: home.offlineSince },
  plan: home.plan,
  ...(home.failedSince !== undefined && {
    nightly: { failedSince: home.failedSince, why: home.why ?? 'noAnswer', trigger: { id: 'fan', name: 'Fan' } },
  }),
});

type Step = { minutes: number; event: string; looks: boolean; mailFails: boolean; alertWaits: boolean };

const step = (names: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({
    minutes: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 4 * 1440 })),
    event: fc.constantFrom(...names),
    looks: fc.boolean(),
    mailFails: fc.boolean(),
    alertWaits: fc.boolean(),
  });

/** Histories of a few kinds of events, which recur, or of all kinds. */
const history = fc
  .subarray(Object.keys(events), { minLength: 1 })
  .chain((names) => fc.array(step(names), { maxLength: 40 }));

type Message = { at: number; lives: string[]; kinds: FindingKey[] };

/** Plays a history with the checks of the product. Returns the mails and fired triggers. */
function play(steps: readonly Step[]) {
  let [at, due, lives] = [start, start, 0];
  let home: Home = { silent: 0, lastRanAt: iso(start) };
  let told: ReportedFindings = nothingReported;
  let [mailFails, mayFire] = [false, true];
  const [mails, alerts]: [Message[], Message[]] = [[], []];
  /** The current life of each finding that exists without a gap, reported or not. */
  const life = new Map<string, string>();
  let said: string[] = [];
  const observe = () => {
    const found = findingsOf(factsOf(home, at), new Date(at));
    said = found.findings.map(placeOf);
    const places = [...said, ...found.muted.map(placeOf)];
    for (const place of life.keys()) if (!places.includes(place)) life.delete(place);
    for (const place of places) if (!life.has(place)) life.set(place, `${place} ${(lives += 1)}`);
    return found;
  };
  const message = (findings: readonly Finding[]): Message => ({
    at,
    lives: findings.map((one) => life.get(placeOf(one)) ?? ''),
    kinds: findings.map(({ key }) => key),
  });
  const look = () => {
    observe();
    const { unreadable = false } = home;
    const { grant: _grant, number: _number, ...readable } = factsOf(home, at);
    const { next, ...found } = findingsOf(unreadable ? readable : factsOf(home, at), new Date(at));
    const plan = selectNotifications({ ...found, told, toldBefore: [], unreadable, mayFire }, new Date(at));
    const fails = mailFails && plan.tell.length > 0;
    mailFails = false;
    // The outbox retries, and nothing is recorded.
    due = fails ? at + 10 * minute : nextCheckAt(1, new Date(at), [next, plan.next]).getTime();
    if (fails) return;
    if (plan.tell.length > 0) mails.push(message(plan.tell));
    if (plan.fire.length > 0) alerts.push(message(plan.fire));
    told = plan;
  };
  const passUntil = (end: number) => {
    for (;;) {
      const { next = Infinity } = observe();
      const soonest = Math.min(due, next);
      if (soonest > end) break;
      at = Math.max(at, soonest);
      if (at >= due) look();
    }
    at = end;
    observe();
  };
  for (const { minutes, event, ...how } of steps) {
    passUntil(at + minutes * minute);
    home = { ...home, ...events[event]?.(home, at) };
    observe();
    mailFails = how.mailFails;
    mayFire = !how.alertWaits;
    if (how.looks || looksAtOnce.has(event)) look();
  }
  mayFire = true;
  home = { ...home, unreadable: undefined };
  passUntil(at + 3 * day);
  return { mails, alerts, left: said.map((place) => life.get(place)), standing: [...life.keys()], said, told };
}

test('reports each life of a finding at most once and each kind once a day, and all that remain', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { mails, alerts, left, standing, said, told } = play(steps);
      // A finding that begins while something is unreadable may be mistaken for a reported one.
      const known = steps.some(({ event }) => event === 'cannotBeRead') ? [] : left;
      for (const messages of [mails, alerts]) {
        const lives = messages.flatMap((message) => message.lives);
        expect(new Set(lives).size).toBe(lives.length);
        expect(lives).not.toContain('');
        expect(lives).toEqual(expect.arrayContaining(known));
      }
      expect(Object.keys(told.told)).toEqual(expect.arrayContaining(said));
      expect(standing).toEqual(expect.arrayContaining(Object.keys(told.told)));
      for (const key of findingKeys) {
        const times = mails.filter(({ kinds }) => kinds.includes(key)).map(({ at }) => at);
        times.slice(1).forEach((at, index) => expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(day));
      }
    }),
    { numRuns: 500 },
  );
});

const at = (ms: number): Date => new Date(start + ms);

const known = { muted: [], toldBefore: [], unreadable: false, mayFire: true };

test('does not report a finding that was fixed before, and reports it again when it returns', () => {
  const silent = finding('receiptsSilent', start, 'lamp');
  const repaired = selectNotifications({ ...known, findings: [], told: nothingReported }, at(hour));
  expect(repaired.tell).toEqual([]);
  const first = selectNotifications({ ...known, findings: [silent], told: nothingReported }, at(hour));
  expect(first.tell).toEqual([silent]);
  expect(selectNotifications({ ...known, findings: [silent], told: first }, at(9 * day)).tell).toEqual([]);
  const well = selectNotifications({ ...known, findings: [], told: first }, at(9 * day));
  expect(well.told).toEqual({});
  const again = finding('receiptsSilent', start + 9 * day, 'lamp');
  expect(selectNotifications({ ...known, findings: [again], told: well }, at(9 * day)).tell).toEqual([again]);
});

test('reports a finding that returns on the same day only after a day, if it still exists', () => {
  const first = selectNotifications(
    { ...known, findings: [finding('numberLost', start)], told: nothingReported },
    at(0),
  );
  const again = finding('numberLost', start + hour);
  const soon = selectNotifications({ ...known, findings: [again], told: first }, at(2 * hour));
  expect([soon.tell, soon.told, soon.next]).toEqual([[], {}, start + day]);
  expect(selectNotifications({ ...known, findings: [again], told: soon }, at(day)).tell).toEqual([again]);
  expect(selectNotifications({ ...known, findings: [], told: soon }, at(day)).tell).toEqual([]);
});

test('does not report a finding again that an older version has reported', () => {
  const ended = finding('grantEnded', start);
  const { tell, told } = selectNotifications(
    { ...known, findings: [ended], told: nothingReported, toldBefore: ['grantEnded'] },
    at(hour),
  );
  expect([tell, told]).toEqual([[], { grantEnded: ended.since }]);
});

test("schedules a daily check at the workspace's own minute, or an earlier one for a given time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 47 }), fc.integer({ min: 0, max: 10 * day }), (id, ms) => {
      const next = nextCheckAt(id, at(ms), []).getTime();
      expect(next - at(ms).getTime()).toBeGreaterThan(0);
      expect(next - at(ms).getTime()).toBeLessThanOrEqual(day);
      expect((next / 60_000) % 1440).toBe(id % 1440);
      expect(nextCheckAt(id, at(ms), [at(ms + 5).getTime(), undefined]).getTime()).toBe(
        Math.min(next, at(ms + 5).getTime()),
      );
    }),
  );
});

test('keeps the record of findings that cannot be checked and does not report them again', () => {
  const ended = finding('grantEnded', start);
  const first = selectNotifications({ ...known, findings: [ended], told: nothingReported }, at(0));
  const blind = selectNotifications({ ...known, findings: [], told: first, unreadable: true }, at(2 * day));
  expect([blind.told, blind.alerted]).toEqual([first.told, first.alerted]);
  const again = selectNotifications({ ...known, findings: [ended], told: blind }, at(4 * day));
  expect([again.tell, again.fire]).toEqual([[], []]);
});

test('postpones the trigger during quiet hours and fires it for the remaining findings afterwards', () => {
  const [lost, slow] = [finding('numberLost', start), finding('slow', start, 'lamp')];
  const night = selectNotifications({ ...known, findings: [lost, slow], told: nothingReported, mayFire: false }, at(0));
  expect([night.tell, night.fire, night.alerted]).toEqual([[lost, slow], [], {}]);
  const morning = selectNotifications({ ...known, findings: [slow], told: night }, at(9 * hour));
  expect([morning.tell, morning.fire]).toEqual([[], [slow]]);
  expect(selectNotifications({ ...known, findings: [slow], told: morning }, at(2 * day)).fire).toEqual([]);
});

test('keeps the record of muted findings and reports those that began in between', () => {
  const silent = finding('receiptsSilent', start, 'lamp');
  const first = selectNotifications({ ...known, findings: [silent], told: nothingReported }, at(0));
  const off = selectNotifications({ ...known, findings: [], muted: [silent], told: first }, at(2 * day));
  expect([off.tell, off.told, off.alerted]).toEqual([[], first.told, first.alerted]);
  expect(selectNotifications({ ...known, findings: [silent], told: off }, at(4 * day)).tell).toEqual([]);
  const again = finding('receiptsSilent', start + 3 * day, 'lamp');
  const other = selectNotifications({ ...known, findings: [], muted: [again], told: off }, at(4 * day));
  expect(other.told).toEqual({});
  expect(selectNotifications({ ...known, findings: [again], told: other }, at(5 * day)).tell).toEqual([again]);
});

test('reports a nightly check again if it was well in between, but not within a series of failures', () => {
  const failed = (since: number, wellAt: number): Finding => ({
    ...finding('nightlyFailed', start + since, 'night'),
    wellAt: new Date(start + wellAt).toISOString(),
  });
  const first = selectNotifications({ ...known, findings: [failed(0, -day)], told: nothingReported }, at(0));
  expect(selectNotifications({ ...known, findings: [failed(day, -day)], told: first }, at(2 * day)).tell).toEqual([]);
  expect(selectNotifications({ ...known, findings: [failed(day, hour)], told: first }, at(2 * day)).tell).toHaveLength(
    1,
  );
});
