import { describe, expect, test } from 'vitest';

import { readyToSend, type SendOutcome } from '#functions/alexa/events/send-to-gateway.ts';
import type { DeviceStory } from '#functions/data/alexa/device-facts.ts';
import { newReceipt } from '#functions/data/items/trigger-item.ts';
import { featuresOf, type SubscriptionStatus } from '#shared/rules/billing/plans.ts';
import type { Channel } from '#shared/rules/channels.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import { isFailed, outcomes, type FailedOutcome } from '#shared/rules/execution/outcomes.ts';
import { minuteOf } from '#shared/rules/execution/rate-limit.ts';
import type { StepName } from '#shared/rules/execution/step-names.ts';
import { anAccess, aGatewayWorld } from '#test/support/worlds/a-grant.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';
import { anExecution, aRunWorkspace } from '#test/support/worlds/an-execution.ts';

import { checkTrigger, type CheckDeps } from './check-trigger.ts';
import { executeTrigger } from './execution/execute-trigger.ts';
import type { ExecuteDeps } from './execution/run.ts';

type Gateway = Parameters<typeof aGatewayWorld>[0];

const now = new Date('2026-11-20T12:00:00.000Z');
const createdAt = '2026-11-01T00:00:00.000Z';
const heard: DeviceStory = {
  grant: { state: 'valid', grantedAt: '2026-11-02T00:00:00.000Z' },
  reportedHashes: {},
  refused: undefined,
  reports: [],
};
const sentAt = now.toISOString();
/** Alexa refused the devices. */
const refusing: DeviceStory = { ...heard, refused: { as: 'skillNotEnabled', at: sentAt } };
const aRun = {
  id: 'run-0',
  at: sentAt,
  channel: 'click',
  outcome: 'sent',
  ms: 90,
  stages: {},
  openMs: 60_000,
} as const;

/** A home without problems except for the given ones. `groupsOn`: the plan of a workspace with a linked group. */
function aHome(
  given: Parameters<typeof anExecution>[0] = {},
  gateway: Gateway = {},
  story = heard,
  groupsOn?: SubscriptionStatus,
) {
  const world = anExecution(given);
  const grant = aGatewayWorld({ now: world.clock.now(), ...gateway });
  const access = given.facts && 'access' in given.facts ? given.facts.access : grant.access();
  const deps: CheckDeps & ExecuteDeps = {
    ...world.deps,
    runs: { ...world.deps.runs, facts: async (wanted) => ({ ...(await world.deps.runs.facts(wanted)), access }) },
    deviceStory: () => Promise.resolve(story),
    planOfGroups: () => Promise.resolve(groupsOn && featuresOf(groupsOn)),
    ready: (held, deadline) => readyToSend(grant.deps, held, deadline),
    execute: (request) => executeTrigger(deps, request),
  };
  const check = async (fire = false, channel: Channel = 'click', mayFire = true, by?: 'click') => {
    const place = { workspaceId: 7, triggerId: 'good-night' };
    const request = { ...place, channel, startedAt: world.clock.now(), mayFire: () => mayFire };
    const { steps } = await checkTrigger(deps, request, { fire, by });
    return Object.fromEntries(steps.map(({ step, ...told }) => [step, told]));
  };
  const red = async (...asked: Parameters<typeof check>) =>
    Object.entries(await check(...asked)).flatMap(([step, told]) => (told.state === 'failed' ? [step] : []));
  return { ...world, deps, grant, check, red };
}

const untouched = { sentEvents: [], recorded: [], opened: [], released: [] };

describe('checks without a run', () => {
  test('checks every step without sending or writing anything', async () => {
    const home = aHome();
    const before = structuredClone(home.grant.access());
    expect(await home.check()).toEqual({
      workspace: { state: 'ok' },
      plan: { state: 'ok' },
      account: { state: 'ok' },
      switchedOn: { state: 'ok' },
      conditions: { state: 'ok' },
      rate: { state: 'ok' },
      permission: { state: 'ok' },
      token: { state: 'ok', ms: 0 },
      device: { state: 'ok' },
      routine: { state: 'unknown' },
    });
    expect(home).toMatchObject(untouched);
    expect([home.claims.size, home.grant.sent, home.grant.refreshes]).toEqual([0, [], []]);
    expect(home.grant.access()).toEqual(before);
  });

  test('renews a token that is about to expire', async () => {
    const home = aHome({}, { access: { tokenExpiresAt: '2026-11-20T12:01:00.000Z' } });
    expect((await home.check())['token']).toEqual({ state: 'ok', ms: 0 });
    expect(home.grant.access()).toMatchObject({ version: 2, sealed: 'sealed:access-2' });
    expect(home).toMatchObject(untouched);
  });

  test('marks the token as failed with the reason when it cannot be renewed', async () => {
    const expired = { tokenExpiresAt: '2026-11-20T11:00:00.000Z' };
    const down = aHome({}, { access: expired, refresh: { outcome: 'unavailable' } });
    expect((await down.check())['token']).toMatchObject({ state: 'failed', errorKey: 'alexa.unavailable' });
    const over = aHome({}, { access: expired, refresh: { outcome: 'invalidGrant' } });
    expect(await over.check()).toMatchObject({
      permission: { state: 'failed', errorKey: 'amazon.grantRevoked' },
      token: { state: 'unknown' },
      device: { state: 'unknown' },
    });
  });

  test('marks the token as failed and logs it when the sealed token cannot be opened', async () => {
    const home = aHome();
    home.grant.deps.memory.open = () => Promise.reject(new Error('changed'));
    expect((await home.check())['token']).toMatchObject({ state: 'failed', errorKey: 'alexa.unavailable' });
    expect(home.grant.logged).toEqual(['gateway.tokenNotRenewed']);
  });

  test.each([
    [true, undefined, 'amazon.grantRevoked'],
    [true, sentAt, 'amazon.reinstallSkill'],
    [false, undefined, 'amazon.reinstallSkill'],
  ])(
    'names the fix for a revoked permission (stage enables the skill: %s, refused at: %s)',
    async (enables, at, errorKey) => {
      const access = anAccess(now, { state: 'revoked', ...(at && { reconnectRefusedAt: at }) });
      const home = aHome({ facts: { access }, enables });
      expect((await home.check())['permission']).toEqual({ state: 'failed', errorKey });
    },
  );

  test.each([false, true])(
    'asks to enable a skill that Amazon reports as disabled, and not to disable it (fire: %s)',
    async (fire) => {
      const access = anAccess(now, { state: 'revoked', revokedAs: 'skillDisabled' });
      const home = aHome({ facts: { access }, enables: false });
      expect((await home.check(fire, 'webhook'))['permission']).toEqual({
        state: 'failed',
        errorKey: 'amazon.enableSkill',
      });
    },
  );

  test('asks to enable a skill when its own run learns that it is disabled', async () => {
    const home = aHome({ enables: false, sent: { outcome: 'grantRevoked', skillIsOff: true } });
    expect(await home.check(true)).toMatchObject({
      permission: { state: 'failed', errorKey: 'amazon.enableSkill' },
      event: { state: 'unknown', errorKey: 'amazon.enableSkill' },
    });
  });

  test('marks the permission as failed when the gateway does not know the skill, unless the run succeeds', async () => {
    const home = aHome({}, { access: { unknownAt: sentAt } });
    expect((await home.check())['permission']).toEqual({ state: 'failed', errorKey: 'amazon.skillNotEnabled' });
    expect(await home.red(true)).toEqual([]);
    expect(home.sentEvents).toHaveLength(1);
  });

  test('marks a trigger that calls itself as failed on the page, but not for a webhook, which still fires', async () => {
    const chain = { at: now.getTime() - 30_000, quick: 4, even: 0, gap: 0 };
    const home = aHome({ facts: { trigger: aTrigger({ chain }) } });
    expect((await home.check())['rate']).toEqual({ state: 'failed', errorKey: 'trigger.loop' });
    expect(await home.red(false, 'webhook')).toEqual([]);
  });

  test('applies conditions of channels, networks and users to a webhook, but not to the page', async () => {
    const conditions = {
      channels: ['group'],
      networks: ['203.0.113.7'],
      people: ['0123456789ab'],
    } satisfies Conditions;
    const home = aHome({ facts: { trigger: aTrigger({ conditions }) } });
    expect(await home.red()).toEqual([]);
    expect(await home.red(false, 'webhook')).toEqual(['conditions']);
  });
});

describe('plan', () => {
  test('marks the plan as failed on the page when a group is linked without it, while other channels run', async () => {
    const home = aHome({}, {}, heard, 'canceled');
    expect((await home.check())['plan']).toEqual({ state: 'failed', errorKey: 'workspace.planRequired' });
    expect(await home.red(true)).toEqual(['plan']);
    expect(home.sentEvents).toHaveLength(1);
    expect(await home.red(false, 'webhook')).toEqual([]);
  });

  test.each(['active', 'trialing', undefined] as const)(
    'accepts the plan of linked groups when it is %s',
    async (status) => {
      expect(await aHome({}, {}, heard, status).red()).toEqual([]);
    },
  );
});

type World = { step: StepName; home: ReturnType<typeof aHome>; by?: Channel };

const ruled = (step: StepName, facts: NonNullable<Parameters<typeof anExecution>[0]>['facts'] = {}): World => ({
  step,
  home: aHome({ facts }),
});
const ended = (step: StepName, outcome: SendOutcome): World => ({ step, home: aHome({ sent: { outcome } }) });

/** For each outcome that a check can find, a home in which nothing else fails. */
const worlds: Readonly<Record<Exclude<FailedOutcome, 'missed' | 'notYou'>, () => World>> = {
  workspaceInactive: () => ruled('workspace', { workspace: aRunWorkspace({ status: 'INATIVO' }) }),
  planRequired: () => ({ step: 'plan', home: aHome({}, {}, heard, 'none') }),
  disabled: () => ruled('switchedOn', { trigger: aTrigger({ enabled: false }) }),
  notLinked: () => ({
    ...ruled('account', { workspace: aRunWorkspace({ link: undefined }), trigger: undefined }),
    by: 'webhook',
  }),
  skillNotEnabled: () => ruled('permission', { access: undefined }),
  grantRevoked: () => ruled('permission', { access: anAccess(now, { state: 'revoked' }) }),
  reinstallSkill: () =>
    ruled('permission', { access: anAccess(now, { state: 'revoked', reconnectRefusedAt: sentAt }) }),
  tooMany: () => ({
    step: 'rate',
    home: aHome({ permits: { minute: minuteOf(now), count: 30, ofTrigger: 30 } }),
  }),
  workspaceTooMany: () => ({
    step: 'rate',
    home: aHome({ permits: { minute: minuteOf(now), count: 120, ofTrigger: 0 } }),
  }),
  coolingDown: () =>
    ruled('conditions', { trigger: aTrigger({ conditions: { coolDownSeconds: 60 }, coolSince: now.getTime() }) }),
  notNow: () => ruled('conditions', { trigger: aTrigger({ conditions: { from: '2099-01-01T00:00:00.000Z' } }) }),
  notHere: () => ({
    ...ruled('conditions', { trigger: aTrigger({ conditions: { channels: ['voice'] } }) }),
    by: 'webhook',
  }),
  loop: () =>
    ruled('rate', { trigger: aTrigger({ chain: { at: now.getTime() - 30_000, quick: 4, even: 0, gap: 0 } }) }),
  throttled: () => ended('event', 'throttled'),
  unavailable: () => ended('event', 'unavailable'),
  rejected: () => ended('event', 'rejected'),
  unknown: () => ended('event', 'unknown'),
};

describe('failed outcomes', () => {
  // A check cannot be late, because it was not planned, and it is not a member of a group.
  const met = outcomeNames
    .filter((outcome) => isFailed(outcome))
    .filter((outcome) => outcome !== 'missed' && outcome !== 'notYou');
  test.each(met)('marks exactly the step of the outcome %s as failed', async (outcome) => {
    const { step, home, by } = worlds[outcome]();
    const steps = await home.check(step === 'event', by);
    const red = Object.entries(steps).filter(([, { state }]) => state === 'failed');
    expect(red.map(([name, { errorKey }]) => [name, errorKey])).toEqual([[step, outcomes[outcome].refusal]]);
  });
});

describe('device', () => {
  test('marks the device as failed when Alexa does not know it', async () => {
    expect(await aHome({}, {}, refusing).red()).toEqual(['device']);
  });

  test('includes the device that confirms runs', async () => {
    const receipt = newReceipt(createdAt);
    const unheard: DeviceStory = {
      ...heard,
      reports: [
        {
          pk: 'A#amzn1.ana',
          sk: 'OUTBOX#1',
          type: 'outbox',
          entry: {
            topic: 'devices',
            amazonUserId: 'amzn1.ana',
            workspaceId: 7,
            link: 1,
            removed: [],
            again: ['rcp-good-night'],
          },
          createdAt: sentAt,
          attempts: 1,
        },
      ],
    };
    const silent = aHome({ facts: { trigger: aTrigger() } }, {}, unheard);
    expect((await silent.check())['device']).toEqual({ state: 'ok' });
    const confirming = aHome({ facts: { trigger: aTrigger({ receipt }) } }, {}, unheard);
    expect((await confirming.check())['device']).toEqual({ state: 'waiting', device: 'Good night ok' });
  });
});

describe('routine', () => {
  const confirming = (last?: { id: string; ms?: number }) =>
    aHome({
      facts: { trigger: aTrigger({ run: aRun, receipt: { ...newReceipt(createdAt), ...(last && { last }) } }) },
    });

  test('returns the time of the last answer, and unknown when it may belong to another run', async () => {
    expect((await confirming({ id: 'run-0', ms: 2_400 }).check())['routine']).toEqual({ state: 'ok', ms: 2_400 });
    expect((await confirming({ id: 'run-0' }).check())['routine']).toEqual({ state: 'unknown' });
  });

  test('marks the routine as waiting while its run is open, and as failed afterwards', async () => {
    const home = confirming({ id: 'an-earlier-run', ms: 900 });
    expect((await home.check())['routine']).toEqual({ state: 'waiting' });
    home.clock.pass(61_000);
    expect((await home.check())['routine']).toEqual({ state: 'failed' });
  });

  test.each(['disabled', 'echo'] as const)('judges the routine by the runs before one that was %s', async (outcome) => {
    const { openMs: _, ...refused } = { ...aRun, id: 'run-1', outcome };
    const routine = async (told: { silent: number }) => {
      const receipt = { ...newReceipt(createdAt), ...told, last: { id: 'run-0', ms: 2_400 } };
      return (await aHome({ facts: { trigger: aTrigger({ run: refused, receipt }) } }).check())['routine'];
    };
    expect(await routine({ silent: 0 })).toEqual({ state: 'ok', ms: 2_400 });
    expect(await routine({ silent: 5 })).toEqual({ state: 'failed' });
  });

  test('marks the routine as failed after a run that Alexa did not confirm, until the routine answers', async () => {
    const routine = async (last?: { id: string; ms: number }) => {
      const receipt = { ...newReceipt(createdAt), ...(last && { last }) };
      const home = aHome({ facts: { trigger: aTrigger({ run: { ...aRun, outcome: 'unknown' }, receipt }) } });
      home.clock.pass(61_000);
      return (await home.check())['routine'];
    };
    expect(await routine()).toEqual({ state: 'failed', errorKey: 'alexa.unknownOutcome' });
    expect(await routine({ id: 'run-0', ms: 2_400 })).toEqual({ state: 'ok', ms: 2_400 });
  });

  test('does not mark the routine as failed for a run from before confirmation was switched on', async () => {
    const receipt = newReceipt(new Date(now.getTime() + 1).toISOString());
    const home = aHome({ facts: { trigger: aTrigger({ run: aRun, receipt }) } });
    home.clock.pass(61_000);
    expect((await home.check())['routine']).toEqual({ state: 'unknown' });
  });

  test('marks the routine as unknown before its first run, and without confirmation', async () => {
    const trigger = aTrigger({ receipt: newReceipt(createdAt) });
    expect((await aHome({ facts: { trigger } }).check())['routine']).toEqual({ state: 'unknown' });
    const without = aHome({ facts: { trigger: aTrigger({ run: aRun }) } });
    expect((await without.check())['routine']).toEqual({ state: 'unknown' });
  });
});

describe('checks with a run', () => {
  test('sends one event through the execution, which records it', async () => {
    const home = aHome();
    expect(await home.check(true)).toMatchObject({ event: { state: 'ok', ms: 125 }, routine: { state: 'unknown' } });
    expect(home.sentEvents).toHaveLength(1);
    expect(home.recorded.map(({ run }) => [run.channel, run.outcome])).toEqual([['click', 'sent']]);
  });

  test('waits for the routine when it confirms runs', async () => {
    const receipt = { ...newReceipt(createdAt), last: { id: 'run-0', ms: 900 } };
    const home = aHome({ facts: { trigger: aTrigger({ run: aRun, receipt }) } });
    expect(await home.check(true)).toMatchObject({ event: { state: 'ok' }, routine: { state: 'waiting' } });
  });

  test('neither runs nor records anything when a step has failed', async () => {
    const off = aHome({ facts: { trigger: aTrigger({ enabled: false }) } });
    expect(await off.check(true)).toMatchObject({ switchedOn: { state: 'failed' }, event: { state: 'unknown' } });
    expect(off).toMatchObject(untouched);
    const expired = { tokenExpiresAt: '2026-11-20T11:00:00.000Z' };
    const down = aHome({}, { access: expired, refresh: { outcome: 'unavailable' } });
    expect(await down.check(true)).toMatchObject({ token: { state: 'failed' }, event: { state: 'unknown' } });
    expect(down).toMatchObject(untouched);
  });

  test.each<Conditions>([{ channels: ['webhook'] }, { networks: ['203.0.113.7'] }])(
    'names a condition that refuses only this click: %o',
    async (conditions) => {
      const home = aHome({ facts: { trigger: aTrigger({ conditions }) } });
      const red = { conditions: { state: 'failed', errorKey: 'trigger.notHere' } };
      expect(await home.check(true)).toMatchObject({ ...red, event: { state: 'unknown' } });
      expect(await home.check(false, 'click', true, 'click')).toMatchObject(red);
      expect(home).toMatchObject(untouched);
      expect(await home.red(false)).toEqual([]);
    },
  );

  test('runs when Alexa does not know the device, and when voice runs are in a loop', async () => {
    const chain = { at: now.getTime() - 30_000, quick: 4, even: 0, gap: 0 };
    const home = aHome({ facts: { trigger: aTrigger({ chain }) } }, {}, refusing);
    expect(await home.red(true)).toEqual(['rate', 'device']);
    expect(home.sentEvents).toHaveLength(1);
  });

  test.each([
    ['throttled', 'event'],
    ['unknown', 'event'],
    ['grantRevoked', 'permission'],
    ['reinstallSkill', 'permission'],
    ['skillNotEnabled', 'permission'],
  ] as const)('maps an event that ends as %s to the step %s', async (outcome, step) => {
    const home = aHome({ sent: { outcome } });
    expect(await home.red(true)).toEqual([step]);
  });

  test('returns what changed between the check and its run', async () => {
    const home = aHome();
    const reads = home.deps.runs.facts;
    let asked = 0;
    home.deps.runs.facts = async (wanted) => {
      const facts = await reads(wanted);
      asked += 1;
      return asked === 1 ? facts : { ...facts, trigger: aTrigger({ enabled: false }) };
    };
    expect(await home.check(true)).toMatchObject({ switchedOn: { state: 'failed' }, event: { state: 'unknown' } });
  });
});

describe('callers without access', () => {
  test.each<Channel>(['click', 'webhook'])(
    'throws trigger.notFound by %s for a caller who may not fire',
    async (channel) => {
      const refused = { code: 'trigger.notFound' };
      await expect(aHome().check(true, channel, false)).rejects.toMatchObject(refused);
      await expect(aHome({ facts: { workspace: undefined } }).check(false, channel)).rejects.toMatchObject(refused);
      await expect(aHome({ facts: { trigger: undefined } }).check(false, channel)).rejects.toMatchObject(refused);
    },
  );

  test('reports the missing account to the owner of the token when the workspace has no link', async () => {
    const facts = { workspace: aRunWorkspace({ link: undefined }), trigger: undefined };
    expect(await aHome({ facts }).check(false, 'webhook')).toMatchObject({
      workspace: { state: 'ok' },
      account: { state: 'failed', errorKey: 'amazon.notLinked' },
      switchedOn: { state: 'unknown' },
      permission: { state: 'unknown' },
      routine: { state: 'unknown' },
    });
    await expect(aHome({ facts }).check()).rejects.toMatchObject({ code: 'trigger.notFound' });
  });
});

test('logs the failed steps in one line', async () => {
  const home = aHome({ facts: { trigger: aTrigger({ enabled: false }) } });
  await home.check();
  expect(home.logged.filter(({ event }) => event === 'trigger.checked')).toEqual([
    {
      event: 'trigger.checked',
      details: {
        requestId: undefined,
        channel: 'click',
        workspaceId: 7,
        triggerId: 'good-night',
        fire: false,
        failed: 'switchedOn',
      },
    },
  ]);
});
