import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { featuresOf } from '../billing/plans.ts';
import { channels, type Channel } from '../channels.ts';
import type { Conditions } from '../conditions/conditions.ts';
import type { Outcome } from './outcomes.ts';
import { minuteOf, secondsToNextMinute, type Permits } from './rate-limit.ts';
import { dependsOnPlan, whyNotConditioned, whyNotInWorkspace, whyNotRun, type Conditioned } from './why-not-run.ts';

const now = new Date('2026-11-20T12:00:30.000Z');
const secondsAgo = (seconds: number): number => now.getTime() - seconds * 1000;

type Facts = Parameters<typeof whyNotRun>[0];
type Access = NonNullable<Facts['access']>;

const anAccess = (changes: Partial<Access> = {}): Access => ({ state: 'valid', amazonUserId: 'amzn1.ana', ...changes });

const facts = (changes: Partial<Facts> = {}): Facts => ({
  channel: 'webhook',
  workspace: { status: 'ATIVO', link: { number: 1, amazonUserId: 'amzn1.ana' } },
  features: featuresOf('none'),
  trigger: { enabled: true },
  access: anAccess(),
  startedAt: now,
  now,
  limits: { runsPerMinute: 30, permitsPerMinute: 120 },
  ...changes,
});

test('allows an enabled trigger in an active workspace with an active skill', () => {
  expect(whyNotRun(facts())).toBeUndefined();
});

describe('whyNotRun with several reasons', () => {
  const all = facts({
    channel: 'group',
    workspace: { status: 'INATIVO' },
    trigger: { enabled: false },
    permits: { minute: minuteOf(now), count: 30, ofTrigger: 30 },
    access: undefined,
  });
  test.each<[string, Facts]>([
    ['workspaceInactive', all],
    ['planRequired', { ...all, workspace: { status: 'ATIVO' } }],
    ['notLinked', { ...all, workspace: { status: 'ATIVO' }, features: featuresOf('active') }],
    ['disabled', { ...all, workspace: facts().workspace, features: featuresOf('active') }],
    ['tooMany', facts({ permits: all.permits, access: undefined })],
    ['skillNotEnabled', facts({ access: undefined })],
    ['grantRevoked', facts({ access: anAccess({ state: 'revoked' }) })],
  ])('returns %s when no earlier reason applies', (reason, given) => {
    expect(whyNotRun(given)).toBe(reason);
  });
});

test('refuses every channel when the grant is revoked', () => {
  for (const channel of channels) {
    const access = anAccess({ state: 'revoked' });
    expect(whyNotRun(facts({ channel, features: featuresOf('active'), access }))).toBe('grantRevoked');
  }
});

test('treats a token of another Amazon account as missing', () => {
  expect(whyNotRun(facts({ access: anAccess({ amazonUserId: 'amzn1.earlier' }) }))).toBe('skillNotEnabled');
});

describe('plan checks', () => {
  test.each<[Channel, boolean]>([
    ['webhook', false],
    ['click', false],
    ['voice', false],
    ['group', true],
  ])('makes the channel %s depend on the plan: %s', (channel, matters) => {
    expect(dependsOnPlan(channel)).toBe(matters);
  });

  test.each([
    ['none', 'planRequired'],
    ['canceled', 'planRequired'],
    ['past_due', 'planRequired'],
    ['active', undefined],
    ['trialing', undefined],
  ] as const)('checks a group message with the subscription %s and returns %s', (subscription, reason) => {
    expect(
      whyNotInWorkspace({ channel: 'group', workspace: facts().workspace, features: featuresOf(subscription) }),
    ).toBe(reason);
  });
});

describe('echo checks', () => {
  const echo = (channel: Channel, seconds: number) =>
    whyNotRun(facts({ channel, trigger: { enabled: true, eventAt: secondsAgo(seconds) } }));

  test('refuses a voice command within three seconds after a run', () => {
    expect(echo('voice', 2.999)).toBe('echo');
    expect(echo('voice', 3)).toBeUndefined();
  });

  test('refuses an echo although the clock is slightly behind', () => {
    expect(echo('voice', -1)).toBe('echo');
  });

  test('refuses echoes only for voice', () => {
    for (const channel of ['webhook', 'click', 'group'] as const) {
      expect(whyNotRun(facts({ ...facts(), channel, features: featuresOf('active') }))).toBeUndefined();
      expect(echo(channel, 1)).toBe(channel === 'group' ? 'planRequired' : undefined);
    }
  });

  test('measures from when the command was received, however long the skill took', () => {
    const trigger = { enabled: true, eventAt: secondsAgo(4) };
    expect(whyNotRun(facts({ channel: 'voice', trigger, startedAt: new Date(secondsAgo(2)) }))).toBe('echo');
  });

  test('allows a trigger that never ran', () => {
    expect(whyNotRun(facts({ channel: 'voice', trigger: { enabled: true } }))).toBeUndefined();
  });
});

describe('loop checks', () => {
  const chain = { at: secondsAgo(30), quick: 4, even: 0, gap: 0 };
  const after = (channel: Channel) =>
    whyNotRun(facts({ channel, features: featuresOf('active'), trigger: { enabled: true, chain } }));

  test('refuses a loop for voice and allows other channels', () => {
    expect(channels.map((channel) => [channel, after(channel)])).toEqual(
      channels.map((channel) => [channel, channel === 'voice' ? 'loop' : undefined]),
    );
  });

  test('reports a disabled trigger rather than its loop', () => {
    expect(whyNotRun(facts({ channel: 'voice', trigger: { enabled: false, chain } }))).toBe('disabled');
  });
});

describe('the limit per minute', () => {
  test('allows exactly the limit in each minute, however the runs are spread', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 20 }), (waits, runsPerMinute) => {
        let at = now.getTime();
        let permits: Permits | undefined;
        const passed = new Map<number, number>();
        for (const wait of waits) {
          at += wait;
          const moment = new Date(at);
          const minute = minuteOf(moment);
          const already = passed.get(minute) ?? 0;
          const limits = { runsPerMinute, permitsPerMinute: 120 };
          const refused = whyNotRun(facts({ now: moment, limits, permits }));
          expect(refused).toBe(already >= runsPerMinute ? 'tooMany' : undefined);
          if (refused) continue;
          passed.set(minute, already + 1);
          permits = { minute, count: already + 1, ofTrigger: already + 1 };
        }
      }),
    );
  });

  test('resets at the end of the minute', () => {
    expect(secondsToNextMinute(new Date('2026-11-20T12:00:00.000Z'))).toBe(60);
    expect(secondsToNextMinute(new Date('2026-11-20T12:00:59.999Z'))).toBe(1);
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }), (moment) => {
        const wait = secondsToNextMinute(moment);
        expect(wait).toBeGreaterThanOrEqual(1);
        expect(minuteOf(new Date(moment.getTime() + wait * 1000))).toBe(minuteOf(moment) + 1);
      }),
    );
  });
});

describe('condition checks', () => {
  const noon = '2026-11-20T12:00:30.000Z';
  const asked: readonly [Conditions, Outcome, readonly Channel[]][] = [
    [{ channels: ['click'] }, 'notHere', channels.filter((channel) => channel !== 'click')],
    [{ networks: ['198.51.100.0/24'] }, 'notHere', ['webhook', 'click']],
    [{ people: ['0123456789ab'] }, 'notYou', ['group']],
    [{ hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '09:00' }] }, 'notNow', channels],
    [{ from: '2026-11-20T12:00:31.000Z' }, 'notNow', channels],
    [{ until: noon }, 'notNow', channels],
    [{ coolDownSeconds: 60 }, 'coolingDown', channels],
  ];
  const under = (channel: Channel, all: readonly Conditioned[]) =>
    whyNotRun(
      facts({
        channel,
        features: featuresOf('active'),
        conditioned: { all, facts: { timeZone: 'UTC', address: '203.0.113.7', person: 'ba9876543210' } },
      }),
    );
  const cases = asked.flatMap(([conditions, outcome, held]) =>
    channels.map((channel) => [channel, conditions, held.includes(channel) ? outcome : undefined] as const),
  );

  test.each(cases)(
    'checks a run by %s with the trigger conditions %j and returns %s',
    (channel, conditions, outcome) => {
      expect(under(channel, [{ conditions, coolSince: secondsAgo(59) }])).toBe(outcome);
    },
  );

  test.each(cases)(
    'checks a run by %s with the access key conditions %j and returns %s',
    (channel, conditions, outcome) => {
      expect(under(channel, [{ conditions: {} }, { conditions, coolSince: secondsAgo(59) }])).toBe(outcome);
    },
  );

  test('requires all conditions and returns the first time that satisfies all of them', () => {
    const all = [
      { conditions: { from: '2026-11-20T13:00:00.000Z' } },
      { conditions: { coolDownSeconds: 7200 }, coolSince: now.getTime() },
    ];
    const run = facts({ conditioned: { all, facts: { timeZone: 'UTC' } } });
    expect(whyNotConditioned(run)).toEqual({ outcome: 'notNow', nextAt: new Date(now.getTime() + 7_200_000) });
  });

  test('checks conditions after a disabled trigger and before the limit and the grant', () => {
    const conditioned = { all: [{ conditions: { until: noon } }], facts: { timeZone: 'UTC' } };
    const permits = { minute: minuteOf(now), count: 30, ofTrigger: 30 };
    expect(whyNotRun(facts({ conditioned, trigger: { enabled: false } }))).toBe('disabled');
    expect(whyNotRun(facts({ conditioned, permits, access: undefined }))).toBe('notNow');
  });
});

test('applies the workspace limit to all of its triggers together, for a minute', () => {
  const run = (minute: number, count: number, ofTrigger: number) =>
    whyNotRun(facts({ permits: { minute, count, ofTrigger } }));
  expect(run(minuteOf(now), 119, 0)).toBeUndefined();
  expect(run(minuteOf(now), 120, 0)).toBe('workspaceTooMany');
  expect(run(minuteOf(now), 120, 30)).toBe('tooMany');
  expect(run(minuteOf(now) - 1, 120, 30)).toBeUndefined();
});
