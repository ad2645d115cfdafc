import { describe, expect, test, vi } from 'vitest';

import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import type { AccessItem } from '#functions/data/items/grant-item.ts';
import { noSubscription } from '#functions/data/items/subscription-item.ts';
import { newReceipt } from '#functions/data/items/trigger-item.ts';
import type { RunFacts } from '#functions/data/triggers/run-store.ts';
import { channels } from '#shared/rules/channels.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import { minuteOf } from '#shared/rules/execution/rate-limit.ts';
import { anAccess } from '#test/support/worlds/a-grant.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';
import { anExecution, aRunWorkspace } from '#test/support/worlds/an-execution.ts';

import { executeTrigger } from './execute-trigger.ts';
import type { Execution, RunRequest } from './run.ts';

type World = ReturnType<typeof anExecution>;

const fire = (world: World, changes: Partial<RunRequest> = {}) =>
  executeTrigger(world.deps, {
    channel: 'webhook',
    workspaceId: 7,
    triggerId: 'good-night',
    startedAt: world.clock.now(),
    mayFire: () => true,
    ...changes,
  });
const day = 86_400;
const refusalOf = (code: string) => expect.objectContaining({ code });

describe('sent runs', () => {
  test('reads once, sends one event and writes one record', async () => {
    const world = anExecution();
    const deadline = world.clock.now().getTime() + 6_000;
    expect(await fire(world)).toEqual({
      outcome: 'sent',
      executionId: 'run-1',
      ms: 125,
      rate: { trigger: { limit: 30, left: 29 }, workspace: { limit: 120, left: 119 }, resetSeconds: 60 },
    });
    expect(world.reads).toEqual([{ workspaceId: 7, triggerId: 'good-night', withSubscription: false, deadline }]);
    expect(world.sentEvents).toHaveLength(1);
    expect(world.claims.size).toBe(0);
  });

  test('records the channel, time, stages and user of a run', async () => {
    const world = anExecution();
    await fire(world, { channel: 'click', who: 'Ana' });
    expect(world.recorded).toEqual([
      {
        run: {
          id: 'run-1',
          at: '2026-11-20T12:00:00.000Z',
          channel: 'click',
          outcome: 'sent',
          who: 'Ana',
          ms: 125,
          stages: { read: 5, claim: 0, token: 0, send: 120 },
        },
        traces: {
          executed: true,
          opened: false,
          eventAt: Date.parse('2026-11-20T12:00:00.125Z'),
        },
      },
    ]);
  });

  test('takes a permit of the current minute', async () => {
    const world = anExecution();
    await fire(world);
    expect(world.permitsAsked).toEqual([
      { workspaceId: 7, triggerId: 'good-night', minute: minuteOf(world.clock.now()) },
    ]);
  });

  test('leaves the contact of a contact trigger open', async () => {
    const world = anExecution({ facts: { trigger: aTrigger({ starter: 'contact-sensor' }) } });
    await fire(world);
    expect(world.recorded[0]?.traces.opened).toBe(true);
  });

  test('returns success when the run cannot be recorded', async () => {
    const world = anExecution();
    world.deps.runs = { ...world.deps.runs, record: () => Promise.reject(new Error('table down')) };
    expect((await fire(world)).outcome).toBe('sent');
    expect(world.logged.map(({ event }) => event)).toEqual(['trigger.notRecorded', 'trigger.fired']);
  });

  test('records stages, user and request id unless the name alone nearly fills the item', async () => {
    const world = anExecution();
    await fire(world, { requestId: 'request-1', who: 'Ana' });
    const long = anExecution({ facts: { trigger: aTrigger({ name: '𝒜'.repeat(110) }) } });
    await fire(long, { requestId: 'request-1', who: 'Ana' });
    const [kept, cut] = [world, long].map(({ recorded }) => recorded[0]?.run);
    expect(kept).toMatchObject({
      requestId: 'request-1',
      who: 'Ana',
      stages: { read: 5, claim: 0, token: 0, send: 120 },
    });
    expect(cut).toEqual({ id: 'run-1', at: kept?.at, channel: 'webhook', outcome: 'sent', ms: 125, stages: {} });
  });

  test('logs one line that contains only ids', async () => {
    const world = anExecution({ sent: { amazonRequestId: 'amazon-1' } });
    await fire(world, { requestId: 'request-1', who: 'Ana' });
    expect(world.logged).toEqual([
      {
        event: 'trigger.fired',
        details: {
          requestId: 'request-1',
          channel: 'webhook',
          outcome: 'sent',
          executionId: 'run-1',
          workspaceId: 7,
          triggerId: 'good-night',
          amazonRequestId: 'amazon-1',
          ms: 125,
          readMs: 5,
          claimMs: 0,
          tokenMs: 0,
          sendMs: 120,
        },
      },
    ]);
  });
});

describe('outcomes of sending', () => {
  test.each<[Sent['outcome'], Outcome, number | undefined]>([
    ['skillNotEnabled', 'skillNotEnabled', undefined],
    ['reinstallSkill', 'reinstallSkill', undefined],
    ['throttled', 'throttled', 5],
    ['unavailable', 'unavailable', 5],
    ['rejected', 'rejected', undefined],
    ['tooLarge', 'rejected', undefined],
    ['malformed', 'rejected', undefined],
    ['unknown', 'unknown', undefined],
  ])('returns and records %s as %s, which is not an execution', async (sent, outcome, retryAfterSeconds) => {
    const world = anExecution({ sent: { outcome: sent } });
    const answer = await fire(world);
    expect(answer.outcome).toBe(outcome);
    expect(answer.retryAfterSeconds).toBe(retryAfterSeconds);
    expect(world.recorded).toMatchObject([{ run: { outcome }, traces: { executed: false } }]);
    expect(world.sentEvents).toHaveLength(1);
  });

  describe('revoked permission', () => {
    test.each(channels)('asks by %s to reconnect only if that enables the skill again', async (channel) => {
      const ends: Outcome[] = [];
      for (const [enables, reconnectRefusedAt] of [[true], [false], [true, '2026-11-20T11:30:00.000Z']] as const) {
        const access = anAccess(new Date('2026-11-20T12:00:00.000Z'), { reconnectRefusedAt });
        const subscription = { ...noSubscription, status: 'active' as const };
        const world = anExecution({ enables, facts: { access, subscription }, sent: { outcome: 'grantRevoked' } });
        const { outcome } = await fire(world, { channel });
        expect(world.recorded).toMatchObject([{ run: { outcome } }]);
        ends.push(outcome);
      }
      expect(ends).toEqual(['grantRevoked', 'reinstallSkill', 'reinstallSkill']);
    });
  });

  test('reads whether Amazon refuses the stage only when the permission was revoked', async () => {
    for (const outcome of ['sent', 'skillNotEnabled', 'reinstallSkill', 'rejected', 'unavailable'] as const) {
      const world = anExecution({ sent: { outcome } });
      await fire(world);
      expect(world.askedWhetherEnables).toEqual([]);
    }
    const over = anExecution({ sent: { outcome: 'grantRevoked' } });
    await fire(over);
    expect(over.askedWhetherEnables).toHaveLength(1);
  });

  test('asks to reconnect when it cannot read whether Amazon refuses the stage', async () => {
    const enables = () => Promise.reject(new Error('table down'));
    const world = anExecution({ enables, sent: { outcome: 'grantRevoked' } });
    expect((await fire(world)).outcome).toBe('grantRevoked');
    expect(world.logged.map(({ event }) => event)).toEqual(['enablement.notRead', 'trigger.refused']);
  });

  test('returns the retry delay that Amazon requests', async () => {
    const world = anExecution({ sent: { outcome: 'throttled', retryAfterSeconds: 17 } });
    expect((await fire(world)).retryAfterSeconds).toBe(17);
  });

  test('returns unavailable when an unexpected error occurs before anything was sent', async () => {
    const world = anExecution({ sent: () => Promise.reject(new Error('table down')) });
    expect((await fire(world)).outcome).toBe('unavailable');
    expect(world.logged.map(({ event }) => event)).toEqual(['trigger.failed', 'trigger.refused']);
  });
});

describe('refusals', () => {
  const minute = Math.floor(new Date('2026-11-20T12:00:00.000Z').getTime() / 60_000);
  test.each<[Outcome, Parameters<typeof anExecution>[0]]>([
    ['disabled', { facts: { trigger: aTrigger({ enabled: false }) } }],
    ['skillNotEnabled', { facts: { access: undefined } }],
    ['grantRevoked', { facts: { access: anAccess(new Date(), { state: 'revoked' }) } }],
    ['reinstallSkill', { enables: false, facts: { access: anAccess(new Date(), { state: 'revoked' }) } }],
    [
      'reinstallSkill',
      {
        facts: {
          access: anAccess(new Date(), { state: 'revoked', reconnectRefusedAt: '2026-11-20T11:30:00.000Z' }),
        },
      },
    ],
  ])('records %s without sending an event', async (outcome, given) => {
    const world = anExecution(given);
    expect((await fire(world)).outcome).toBe(outcome);
    expect(world.sentEvents).toEqual([]);
    expect(world.recorded).toMatchObject([{ run: { outcome }, traces: { executed: false } }]);
  });

  const full = { permits: { minute, count: 30, ofTrigger: 30 } };
  const cooling = aTrigger({ conditions: { coolDownSeconds: 60 }, coolSince: minute * 60_000 - 1000 });
  test.each<[Outcome, Parameters<typeof anExecution>[0]]>([
    ['tooMany', full],
    ['tooMany', { permit: 'tooMany' }],
    ['workspaceTooMany', { permit: 'workspaceTooMany' }],
    ['coolingDown', { facts: { trigger: cooling } }],
    ['notHere', { facts: { trigger: aTrigger({ conditions: { channels: ['voice'] } }) } }],
  ])('counts %s with other refusals of its minute without sending an event', async (outcome, given) => {
    const world = anExecution(given);
    expect((await fire(world)).outcome).toBe(outcome);
    expect(world.sentEvents).toEqual([]);
    expect(world.recorded).toEqual([]);
    expect(world.counted).toMatchObject([{ outcome }]);
  });

  test('takes no claim when a limit refuses the run, and still returns the answer of an earlier run', async () => {
    const world = anExecution(full);
    const once = { key: 'k', lifeSeconds: 60 };
    expect((await fire(world, { once })).outcome).toBe('tooMany');
    expect(world.claims.size).toBe(0);
    const free = anExecution();
    await fire(free, { once });
    const [hash, claim] = [...free.claims][0] ?? [];
    if (hash === undefined || !claim) throw new Error('There is no claim.');
    world.claims.set(hash, claim);
    expect((await fire(world, { once })).outcome).toBe('sent');
    expect(world.sentEvents).toEqual([]);
  });

  test('takes no guard for a voice run in a full minute, and does not send it when the next minute begins', async () => {
    const world = anExecution();
    const seen = [{ ...full.permits, reached: 'tooMany' as const }, undefined];
    world.deps.permitsOf = () => seen.shift();
    expect((await fire(world, { channel: 'voice' })).outcome).toBe('tooMany');
    expect([seen, world.sentEvents, world.released]).toEqual([[], [], []]);
    expect(world.counted).toMatchObject([{ outcome: 'tooMany' }]);
  });

  test('takes no permit for a refused run', async () => {
    const world = anExecution({ facts: { trigger: aTrigger({ enabled: false }) } });
    await fire(world);
    expect(world.permitsAsked).toEqual([]);
  });

  test('asks to retry after the minute when there were too many runs', async () => {
    const world = anExecution(full);
    expect((await fire(world)).retryAfterSeconds).toBe(60);
  });

  test('requires the plan for a group, and reads it only then', { tags: 'spec-13.1' }, async () => {
    const without = anExecution();
    expect((await fire(without, { channel: 'group' })).outcome).toBe('planRequired');
    const paid = anExecution({ facts: { subscription: { ...noSubscription, status: 'trialing' } } });
    expect((await fire(paid, { channel: 'group' })).outcome).toBe('sent');
    expect(paid.reads).toMatchObject([{ withSubscription: true }]);
  });

  test.each([
    [25, 'sent'],
    [73, 'planRequired'],
  ] as const)('for a plan that ended %d hours ago without a sync, returns %s to a group', async (hours, outcome) => {
    const world = anExecution();
    const at = new Date(world.clock.now().getTime() - hours * 3_600_000).toISOString();
    const subscription = { ...noSubscription, status: 'active', currentPeriodEnd: at, syncedAt: at };
    const asked: number[] = [];
    world.deps.requestSync = (workspaceId) => Promise.resolve(void asked.push(workspaceId));
    const { facts } = world.deps.runs;
    world.deps.runs.facts = async (request) => ({ ...(await facts(request)), subscription });
    expect((await fire(world, { channel: 'group' })).outcome).toBe(outcome);
    expect(asked).toEqual(outcome === 'sent' ? [7] : []);
  });
});

describe('routines that contain their own scene', () => {
  function aHome(sent: Sent['outcome'] = 'sent') {
    const trigger = aTrigger();
    const world = anExecution({ facts: { trigger }, sent: { outcome: sent } });
    world.deps.runs = {
      ...world.deps.runs,
      record(_, __, run, traces) {
        world.recorded.push({ run, traces });
        Object.assign(trigger, { run, ...(traces.eventAt !== undefined && { rangAt: traces.eventAt }) });
        return Promise.resolve('recorded');
      },
    };
    return world;
  }

  test('suppresses the echo of a run by any channel and records it as an echo', async () => {
    for (const channel of ['webhook', 'click', 'voice'] as const) {
      const world = aHome();
      await fire(world, { channel });
      world.clock.pass(2_800);
      expect((await fire(world, { channel: 'voice' })).outcome).toBe('echo');
      expect(world.sentEvents).toHaveLength(1);
      expect(world.recorded.at(-1)).toMatchObject({ run: { outcome: 'echo' }, traces: { executed: false } });
    }
  });

  test('suppresses the echo when a refused run came in between', async () => {
    const world = aHome();
    await fire(world);
    world.deps.sendEvent = () => Promise.resolve({ outcome: 'throttled', stages: { token: 0, send: 0 } });
    expect((await fire(world)).outcome).toBe('throttled');
    expect((await fire(world, { channel: 'voice' })).outcome).toBe('echo');
  });

  test('suppresses echoes for three seconds after the event was sent, however long sending took', async () => {
    const world = aHome();
    const { sendEvent } = world.deps;
    world.deps.sendEvent = (...call) => {
      world.clock.pass(2_400);
      return sendEvent(...call);
    };
    await fire(world);
    world.clock.pass(2_900);
    expect((await fire(world, { channel: 'voice' })).outcome).toBe('echo');
  });

  test('does not extend the three seconds when echoes arrive', async () => {
    const world = aHome();
    await fire(world);
    world.clock.pass(2_000);
    expect((await fire(world, { channel: 'voice' })).outcome).toBe('echo');
    world.clock.pass(1_500);
    expect((await fire(world, { channel: 'voice' })).outcome).toBe('sent');
  });

  test('suppresses an echo that arrives before Amazon has answered the voice command', async () => {
    const world = aHome();
    const { sendEvent } = world.deps;
    let echo: Promise<Execution> | undefined;
    world.deps.sendEvent = (...call) => {
      echo ??= fire(world, { channel: 'voice' });
      return echo.then(() => sendEvent(...call));
    };
    expect((await fire(world, { channel: 'voice' })).outcome).toBe('sent');
    expect((await echo)?.outcome).toBe('echo');
    expect(world.sentEvents).toHaveLength(1);
  });

  test('reads the facts after taking the guard, and releases the guard for the next command', async () => {
    const world = aHome('throttled');
    await fire(world, { channel: 'voice' });
    expect(world.reads).toHaveLength(1);
    expect(world.claims.size).toBe(0);
    world.deps.sendEvent = () => Promise.resolve({ outcome: 'sent', stages: { token: 0, send: 0 } });
    expect((await fire(world, { channel: 'voice' })).outcome).toBe('sent');
    expect(world.claims.size).toBe(0);
  });

  test('runs a voice command while another workspace names its trigger', async () => {
    const world = aHome();
    const own: Outcome[] = [];
    const mayFire = async () => {
      own.push((await fire(world, { channel: 'voice' })).outcome);
      return false;
    };
    const foreign = fire(world, { channel: 'voice', workspaceId: 8, mayFire });
    await expect(foreign).rejects.toEqual(refusalOf('trigger.notFound'));
    expect(own).toEqual(['sent']);
  });

  test('keeps the guard when the run could not be recorded', async () => {
    const world = aHome();
    world.deps.runs = { ...world.deps.runs, record: () => Promise.reject(new Error('table down')) };
    expect((await fire(world, { channel: 'voice' })).outcome).toBe('sent');
    expect((await fire(world, { channel: 'voice' })).outcome).toBe('echo');
  });

  test('releases a guard when the response to taking it was lost', async () => {
    const world = aHome();
    const { take } = world.deps.claims;
    world.deps.claims = {
      ...world.deps.claims,
      take: async (...args) => {
        await take(...args);
        throw new Error('no answer');
      },
    };
    await expect(fire(world, { channel: 'voice' })).rejects.toThrow('no answer');
    expect(world.claims.size).toBe(0);
  });
});

describe('missing triggers', () => {
  test.each<[string, Parameters<typeof anExecution>[0]]>([
    ['without the workspace', { facts: { workspace: undefined } }],
    ['without the trigger', { facts: { trigger: undefined } }],
    ['when it belongs to an earlier link', { facts: { trigger: aTrigger({ link: 0 }) } }],
  ])('throws trigger.notFound %s', async (_, given) => {
    const world = anExecution(given);
    await expect(fire(world)).rejects.toEqual(refusalOf('trigger.notFound'));
    expect(world.recorded).toEqual([]);
    expect(world.reads).toHaveLength(1);
  });

  test('throws trigger.notFound for a caller without access, whatever the state of the workspace', async () => {
    for (const workspace of [
      aRunWorkspace(),
      aRunWorkspace({ status: 'INATIVO' }),
      aRunWorkspace({ link: undefined }),
    ]) {
      const world = anExecution({ facts: { workspace } });
      await expect(fire(world, { mayFire: () => false })).rejects.toEqual(refusalOf('trigger.notFound'));
      expect(world.sentEvents).toEqual([]);
    }
  });

  test('returns the reason to the webhook of an inactive or unlinked workspace', async () => {
    const inactive = { workspace: aRunWorkspace({ status: 'INATIVO', link: undefined }), trigger: undefined };
    expect((await fire(anExecution({ facts: inactive }))).outcome).toBe('workspaceInactive');
    const unlinked = { workspace: aRunWorkspace({ link: undefined }), trigger: undefined };
    expect((await fire(anExecution({ facts: unlinked }))).outcome).toBe('notLinked');
    for (const channel of ['click', 'voice'] as const) {
      const refused = fire(anExecution({ facts: unlinked }), { channel });
      await expect(refused).rejects.toEqual(refusalOf('trigger.notFound'));
    }
  });
});

/** The part of the first answer that a repeat returns. The rate is the current one. */
const answerIn = ({ rate: _, ...answer }: Execution) => answer;

describe('keys', () => {
  const once = { key: 'order-66', lifeSeconds: day };

  test('returns the start of the first run to a repeat when the routine confirms runs', async () => {
    const receipt = newReceipt('2026-11-20T12:00:00.000Z');
    const world = anExecution({ facts: { trigger: aTrigger({ receipt }) } });
    const awaitedSince = world.clock.now().toISOString();
    const first = await fire(world, { once });
    expect(first).toMatchObject({ outcome: 'sent', awaitedSince });
    world.clock.pass(60_000);
    expect(await fire(world, { once })).toMatchObject(answerIn(first));
  });

  test('returns the first answer to a repeat without a second event', async () => {
    const world = anExecution();
    const first = await fire(world, { once });
    expect(first).not.toHaveProperty('replayed');
    for (const _ of [1, 2]) expect(await fire(world, { once })).toMatchObject({ ...answerIn(first), replayed: true });
    expect(world.sentEvents).toHaveLength(1);
    expect(world.recorded).toHaveLength(1);
  });

  test('rejects a repeat while its first run is in progress', async () => {
    const waiting = Promise.withResolvers<Sent>();
    const world = anExecution({ sent: () => waiting.promise });
    const first = fire(world, { once });
    await expect(fire(world, { once })).rejects.toEqual(refusalOf('trigger.alreadyRunning'));
    waiting.resolve({ outcome: 'sent', stages: { token: 0, send: 1 } });
    expect((await first).outcome).toBe('sent');
    expect(world.sentEvents).toHaveLength(1);
  });

  test.each<Sent['outcome']>(['throttled', 'unavailable', 'skillNotEnabled', 'grantRevoked', 'rejected'])(
    'releases the key after %s, which sent nothing',
    async (outcome) => {
      const world = anExecution({ sent: { outcome } });
      await fire(world, { once });
      expect(world.claims.size).toBe(0);
    },
  );

  test('releases the key when the rules refuse the run', async () => {
    const world = anExecution({ facts: { trigger: aTrigger({ enabled: false }) } });
    await fire(world, { once });
    expect(world.claims.size).toBe(0);
  });

  test('keeps the key when the outcome is unknown', async () => {
    const world = anExecution({ sent: { outcome: 'unknown' } });
    const first = await fire(world, { once });
    expect(await fire(world, { once })).toMatchObject(answerIn(first));
    expect(world.sentEvents).toHaveLength(1);
  });

  test('does not share keys between channels', async () => {
    const world = anExecution();
    await fire(world, { once });
    await fire(world, { once, channel: 'click' });
    expect(world.sentEvents).toHaveLength(2);
  });

  test('returns the answer when the key cannot be stored', async () => {
    const world = anExecution();
    world.deps.claims = { ...world.deps.claims, finish: () => Promise.reject(new Error('table down')) };
    expect((await fire(world, { once })).outcome).toBe('sent');
    expect(world.logged.map(({ event }) => event)).toContain('trigger.claimNotKept');
  });
});

describe('deadlines', () => {
  const never = <T>(): Promise<T> => Promise.withResolvers<T>().promise;
  const enteredAgo = (world: World, ms: number): Partial<RunRequest> => ({
    startedAt: new Date(world.clock.now().getTime() - ms),
  });

  test('gives the gateway until half a second before the channel closes', async () => {
    const world = anExecution();
    const entered = world.clock.now().getTime();
    await fire(world);
    expect(world.sentEvents[0]?.deadline).toBe(entered + 5_500);
  });

  test('throws server.busy when the table does not answer in time', async () => {
    const world = anExecution();
    world.deps.runs = { ...world.deps.runs, facts: () => never() };
    await expect(fire(world, enteredAgo(world, 5_990))).rejects.toEqual(refusalOf('server.busy'));
  });

  test('throws server.busy without firing when the claim takes too long', async () => {
    const world = anExecution();
    world.deps.claims = { ...world.deps.claims, take: () => never() };
    const request = { ...enteredAgo(world, 5_980), once: { key: 'k', lifeSeconds: day } };
    await expect(fire(world, request)).rejects.toEqual(refusalOf('server.busy'));
    expect(world.sentEvents).toEqual([]);
  });

  test('releases a claim whose response was lost, because nothing was sent', async () => {
    const world = anExecution();
    const { take } = world.deps.claims;
    const lost: typeof take = async (...args) => {
      await take(...args);
      throw new Error('no answer');
    };
    world.deps.claims = { ...world.deps.claims, take: lost };
    await expect(fire(world, { once: { key: 'k', lifeSeconds: day } })).rejects.toThrow('no answer');
    expect(world.claims.size).toBe(0);
  });

  test('releases a claim that succeeds too late', async () => {
    const world = anExecution();
    const { take } = world.deps.claims;
    const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
    const late: typeof take = (...args) => slow.then(() => take(...args));
    world.deps.claims = { ...world.deps.claims, take: late };
    const request = { ...enteredAgo(world, 5_900), once: { key: 'k', lifeSeconds: day } };
    await expect(fire(world, request)).rejects.toEqual(refusalOf('server.busy'));
    goOn();
    await vi.waitFor(() => expect(world.released).toHaveLength(2));
    expect(world.claims.size).toBe(0);
    expect(world.sentEvents).toEqual([]);
  });

  test('returns unavailable when no token is available in time', async () => {
    const world = anExecution({ sent: () => never() });
    expect((await fire(world, enteredAgo(world, 5_870))).outcome).toBe('unavailable');
  });

  test.each<[string, () => Promise<Sent>]>([
    ['late', () => never()],
    ['a surprise', () => Promise.reject(new Error('cut'))],
  ])('returns unknown and keeps the key when the event may have reached Amazon and the rest is %s', async (_, rest) => {
    const world = anExecution();
    world.deps.sendEvent = (_target, { mayArrive }) => {
      mayArrive?.(true);
      world.clock.pass(500);
      return rest();
    };
    const request = { ...enteredAgo(world, 5_480), once: { key: 'k', lifeSeconds: day } };
    expect((await fire(world, request)).outcome).toBe('unknown');
    expect([...world.claims.values()]).toMatchObject([{ answer: { outcome: 'unknown' } }]);
  });

  test('returns unavailable when Amazon certainly did not accept the event and the rest is late', async () => {
    const world = anExecution();
    world.deps.sendEvent = (_target, { mayArrive }) => {
      mayArrive?.(true);
      mayArrive?.(false);
      return never();
    };
    expect((await fire(world, enteredAgo(world, 5_980))).outcome).toBe('unavailable');
  });

  test('returns a revoked permission without waiting for the state of the stage', async () => {
    const access = anAccess(new Date(), { state: 'revoked' });
    const world = anExecution({ facts: { access }, enables: never });
    expect((await fire(world, enteredAgo(world, 5_480))).outcome).toBe('grantRevoked');
    expect(world.recorded).toMatchObject([{ run: { outcome: 'grantRevoked' } }]);
  });

  test('returns the outcome without waiting for a slow record', async () => {
    const world = anExecution();
    world.deps.runs = { ...world.deps.runs, record: () => never() };
    expect((await fire(world, enteredAgo(world, 5_850))).outcome).toBe('sent');
    expect(world.logged.map(({ event }) => event)).toEqual(['trigger.notRecorded', 'trigger.fired']);
  });
});

const grantedAt = '2026-11-01T00:00:00.000Z';
const [earlier, later] = ['2026-10-31T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
const link = { number: 1, amazonUserId: 'amzn1.ana' };

test.each<[string, boolean, NonNullable<RunFacts['workspace']>['link'], Partial<AccessItem> | undefined]>([
  ['Amazon reports it', true, link, { revokedAs: 'skillDisabled' }],
  ['Alexa confirmed that we disabled it', true, { ...link, skillOff: { at: later, isSure: true } }, {}],
  [
    'Alexa confirmed that we disabled it, without a permission',
    true,
    { ...link, skillOff: { at: later, isSure: true } },
    undefined,
  ],
  ['the permission ended for another reason', false, link, { revokedAs: 'accessEnded' }],
  ['Alexa did not confirm that we disabled it', false, { ...link, skillOff: { at: later } }, {}],
  ['we disabled it before a newer permission', false, { ...link, skillOff: { at: earlier, isSure: true } }, {}],
  ['there is no permission', false, link, undefined],
])('returns whether the skill is known to be off when %s', async (_case, isOff, given, ended) => {
  const access = ended && anAccess(new Date(), { state: 'revoked', grantedAt, ...ended });
  const world = anExecution({ enables: false, facts: { workspace: aRunWorkspace({ link: given }), access } });
  const { outcome, skillIsOff } = await fire(world);
  expect(outcome).toBe(ended ? 'reinstallSkill' : 'skillNotEnabled');
  expect(skillIsOff).toBe(isOff ? true : undefined);
});

test('returns that the skill is off when Amazon reports it to this run', async () => {
  const world = anExecution({ enables: false, sent: { outcome: 'grantRevoked', skillIsOff: true } });
  expect(await fire(world)).toMatchObject({ outcome: 'reinstallSkill', skillIsOff: true });
});
