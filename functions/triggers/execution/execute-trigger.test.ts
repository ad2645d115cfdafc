import { describe, expect, test, vi } from 'vitest';

import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { noSubscription } from '#functions/data/billing/subscription-item.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import { anAccess } from '#test/support/worlds/a-grant.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';
import { aCorridor, aRunWorkspace } from '#test/support/worlds/an-execution.ts';

import { executeTrigger } from './execute-trigger.ts';
import type { Execution, RunRequest } from './run.ts';

type Corridor = ReturnType<typeof aCorridor>;

const fire = (corridor: Corridor, changes: Partial<RunRequest> = {}) =>
  executeTrigger(corridor.deps, {
    channel: 'webhook',
    workspaceId: 7,
    triggerId: 'good-night',
    startedAt: corridor.clock.now(),
    mayFire: () => true,
    ...changes,
  });
const day = 86_400;
const refusalOf = (code: string) => expect.objectContaining({ code });

describe('a run that Amazon took', () => {
  test('is one read, one event and one record', async () => {
    const corridor = aCorridor();
    const deadline = corridor.clock.now().getTime() + 6_000;
    expect(await fire(corridor)).toEqual({ outcome: 'sent', executionId: 'run-1', ms: 125 });
    expect(corridor.reads).toEqual([
      { workspaceId: 7, triggerId: 'good-night', consistent: false, withSubscription: false, deadline },
    ]);
    expect(corridor.rung).toHaveLength(1);
    expect(corridor.claims.size).toBe(0);
  });

  test('is recorded with its channel, its time, its stages and who fired it', async () => {
    const corridor = aCorridor();
    await fire(corridor, { channel: 'click', who: 'Ana' });
    expect(corridor.recorded).toEqual([
      {
        run: {
          id: 'run-1',
          at: '2026-11-20T12:00:00.000Z',
          channel: 'click',
          outcome: 'sent',
          who: 'Ana',
          ms: 125,
          stages: { read: 5, token: 0, send: 120 },
        },
        traces: {
          executed: true,
          opened: false,
          rang: Date.parse('2026-11-20T12:00:00.125Z'),
          counted: { minute: expect.any(Number), fresh: true },
        },
      },
    ]);
  });

  test('adds to the minute that the trigger already counts', async () => {
    const corridor = aCorridor();
    const minute = Math.floor(corridor.clock.now().getTime() / 60_000);
    const again = aCorridor({ facts: { trigger: aTrigger({ rate: { minute, count: 3 } }) } });
    await fire(again);
    expect(again.recorded[0]?.traces.counted).toEqual({ minute, fresh: false });
    const later = aCorridor({ facts: { trigger: aTrigger({ rate: { minute: minute - 1, count: 3 } }) } });
    await fire(later);
    expect(later.recorded[0]?.traces.counted).toEqual({ minute, fresh: true });
  });

  test('leaves the contact of a contact trigger open', async () => {
    const corridor = aCorridor({ facts: { trigger: aTrigger({ starter: 'contact-sensor' }) } });
    await fire(corridor);
    expect(corridor.recorded[0]?.traces.opened).toBe(true);
  });

  test('stays a success when it cannot be recorded', async () => {
    const corridor = aCorridor();
    corridor.deps.runs = { ...corridor.deps.runs, record: () => Promise.reject(new Error('table down')) };
    expect((await fire(corridor)).outcome).toBe('sent');
    expect(corridor.logged.map(({ event }) => event)).toEqual(['trigger.notRecorded', 'trigger.fired']);
  });

  test('keeps the id of its request, unless its name alone nearly fills the item', async () => {
    const corridor = aCorridor();
    await fire(corridor, { requestId: 'request-1' });
    const long = aCorridor({ facts: { trigger: aTrigger({ name: '𝒜'.repeat(110) }) } });
    await fire(long, { requestId: 'request-1' });
    expect([corridor, long].map(({ recorded }) => recorded[0]?.run.requestId)).toEqual(['request-1', undefined]);
  });

  test('is one line in the log, with ids and no more', async () => {
    const corridor = aCorridor({ ring: { amazonRequestId: 'amazon-1' } });
    await fire(corridor, { requestId: 'request-1', who: 'Ana' });
    expect(corridor.logged).toEqual([
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
          tokenMs: 0,
          sendMs: 120,
        },
      },
    ]);
  });
});

describe('the outcome of sending the event', () => {
  test.each<[Sent['outcome'], Outcome, number | undefined]>([
    ['skillNotEnabled', 'skillNotEnabled', undefined],
    ['grantRevoked', 'grantRevoked', undefined],
    ['reinstallSkill', 'reinstallSkill', undefined],
    ['throttled', 'throttled', 5],
    ['unavailable', 'unavailable', 5],
    ['rejected', 'rejected', undefined],
    ['tooLarge', 'rejected', undefined],
    ['malformed', 'rejected', undefined],
    ['unknown', 'unknown', undefined],
  ])('%s is reported as %s, recorded, and is no execution unless sent', async (sent, outcome, retryAfterSeconds) => {
    const corridor = aCorridor({ ring: { outcome: sent } });
    const answer = await fire(corridor);
    expect(answer.outcome).toBe(outcome);
    expect(answer.retryAfterSeconds).toBe(retryAfterSeconds);
    expect(corridor.recorded).toMatchObject([{ run: { outcome }, traces: { executed: false } }]);
    expect(corridor.rung).toHaveLength(1);
  });

  test('the pause that Amazon asks for is passed on', async () => {
    const corridor = aCorridor({ ring: { outcome: 'throttled', retryAfterSeconds: 17 } });
    expect((await fire(corridor)).retryAfterSeconds).toBe(17);
  });

  test('a surprise before anything was sent is reported as unavailable', async () => {
    const corridor = aCorridor({ ring: () => Promise.reject(new Error('table down')) });
    expect((await fire(corridor)).outcome).toBe('unavailable');
    expect(corridor.logged.map(({ event }) => event)).toEqual(['trigger.failed', 'trigger.refused']);
  });
});

describe('what the rules refuse', () => {
  const minute = Math.floor(new Date('2026-11-20T12:00:00.000Z').getTime() / 60_000);
  test.each<[Outcome, Parameters<typeof aCorridor>[0]]>([
    ['disabled', { facts: { trigger: aTrigger({ enabled: false }) } }],
    ['skillNotEnabled', { facts: { access: undefined } }],
    ['grantRevoked', { facts: { access: anAccess(new Date(), { state: 'revoked' }) } }],
    ['tooMany', { facts: { trigger: aTrigger({ rate: { minute, count: 30 } }) } }],
  ])('%s is recorded and sends nothing', async (outcome, world) => {
    const corridor = aCorridor(world);
    expect((await fire(corridor)).outcome).toBe(outcome);
    expect(corridor.rung).toEqual([]);
    expect(corridor.recorded).toMatchObject([{ run: { outcome }, traces: { executed: false } }]);
  });

  test('does not count against the limit', async () => {
    const corridor = aCorridor({ facts: { trigger: aTrigger({ enabled: false }) } });
    await fire(corridor);
    expect(corridor.recorded[0]?.traces.counted).toBeUndefined();
  });

  test('too many runs may come back when the minute is over', async () => {
    const corridor = aCorridor({ facts: { trigger: aTrigger({ rate: { minute, count: 30 } }) } });
    expect((await fire(corridor)).retryAfterSeconds).toBe(60);
  });

  test('a group needs its plan, which is read only for it', { tags: 'spec-13.1' }, async () => {
    const without = aCorridor();
    expect((await fire(without, { channel: 'group' })).outcome).toBe('planRequired');
    const paid = aCorridor({ facts: { subscription: { ...noSubscription, status: 'trialing' } } });
    expect((await fire(paid, { channel: 'group' })).outcome).toBe('sent');
    expect(paid.reads).toMatchObject([{ withSubscription: true }]);
  });

  test.each([
    [25, 'sent'],
    [73, 'planRequired'],
  ] as const)('a plan whose period ended %d hours ago, unseen since, is %s to a group', async (hours, outcome) => {
    const corridor = aCorridor();
    const at = new Date(corridor.clock.now().getTime() - hours * 3_600_000).toISOString();
    const subscription = { ...noSubscription, status: 'active', currentPeriodEnd: at, syncedAt: at };
    const asked: number[] = [];
    corridor.deps.requestSync = (workspaceId) => Promise.resolve(void asked.push(workspaceId));
    const { facts } = corridor.deps.runs;
    corridor.deps.runs.facts = async (request) => ({ ...(await facts(request)), subscription });
    expect((await fire(corridor, { channel: 'group' })).outcome).toBe(outcome);
    expect(asked).toEqual(outcome === 'sent' ? [7] : []);
  });
});

describe('a trigger whose routine contains its own scene', () => {
  /** The pipeline again and again over the same trigger, which keeps what each run leaves on it. */
  function aHouse(ring: Sent['outcome'] = 'sent') {
    const trigger = aTrigger();
    const corridor = aCorridor({ facts: { trigger }, ring: { outcome: ring } });
    corridor.deps.runs = {
      ...corridor.deps.runs,
      record(_, __, run, traces) {
        corridor.recorded.push({ run, traces });
        Object.assign(trigger, { run, ...(traces.rang !== undefined && { rangAt: traces.rang }) });
        return Promise.resolve('recorded');
      },
    };
    return corridor;
  }

  test('has the echo of any run held back, and recorded as such', async () => {
    for (const channel of ['webhook', 'click', 'voice'] as const) {
      const corridor = aHouse();
      await fire(corridor, { channel });
      corridor.clock.pass(2_800);
      expect((await fire(corridor, { channel: 'voice' })).outcome).toBe('loop');
      expect(corridor.rung).toHaveLength(1);
      expect(corridor.recorded.at(-1)).toMatchObject({ run: { outcome: 'loop' }, traces: { executed: false } });
    }
  });

  test('has it held back also when a refused run came in between', async () => {
    const corridor = aHouse();
    await fire(corridor);
    corridor.deps.sendEvent = () => Promise.resolve({ outcome: 'throttled', stages: { token: 0, send: 0 } });
    expect((await fire(corridor)).outcome).toBe('throttled');
    expect((await fire(corridor, { channel: 'voice' })).outcome).toBe('loop');
  });

  test('has it held back for three seconds after the event was sent, however long that took', async () => {
    const corridor = aHouse();
    const { sendEvent: ring } = corridor.deps;
    corridor.deps.sendEvent = (...call) => {
      corridor.clock.pass(2_400);
      return ring(...call);
    };
    await fire(corridor);
    corridor.clock.pass(2_900);
    expect((await fire(corridor, { channel: 'voice' })).outcome).toBe('loop');
  });

  test('does not have the time made longer by echoes', async () => {
    const corridor = aHouse();
    await fire(corridor);
    corridor.clock.pass(2_000);
    expect((await fire(corridor, { channel: 'voice' })).outcome).toBe('loop');
    corridor.clock.pass(1_500);
    expect((await fire(corridor, { channel: 'voice' })).outcome).toBe('sent');
  });

  test('has an echo held back that comes before Amazon has answered the voice command', async () => {
    const corridor = aHouse();
    const { sendEvent: ring } = corridor.deps;
    let echo: Promise<Execution> | undefined;
    corridor.deps.sendEvent = (...call) => {
      echo ??= fire(corridor, { channel: 'voice' });
      return echo.then(() => ring(...call));
    };
    expect((await fire(corridor, { channel: 'voice' })).outcome).toBe('sent');
    expect((await echo)?.outcome).toBe('loop');
    expect(corridor.rung).toHaveLength(1);
  });

  test('is asked consistently, after the guard was taken, and is free again for the next command', async () => {
    const corridor = aHouse('throttled');
    await fire(corridor, { channel: 'voice' });
    expect(corridor.reads).toMatchObject([{ consistent: true }]);
    expect(corridor.claims.size).toBe(0);
    corridor.deps.sendEvent = () => Promise.resolve({ outcome: 'sent', stages: { token: 0, send: 0 } });
    expect((await fire(corridor, { channel: 'voice' })).outcome).toBe('sent');
    expect(corridor.claims.size).toBe(0);
  });

  test('keeps its guard when the execution could not be recorded', async () => {
    const corridor = aHouse();
    corridor.deps.runs = { ...corridor.deps.runs, record: () => Promise.reject(new Error('table down')) };
    expect((await fire(corridor, { channel: 'voice' })).outcome).toBe('sent');
    expect((await fire(corridor, { channel: 'voice' })).outcome).toBe('loop');
  });

  test('lets a guard go whose answer was lost', async () => {
    const corridor = aHouse();
    const { take } = corridor.deps.claims;
    corridor.deps.claims = {
      ...corridor.deps.claims,
      take: async (...args) => {
        await take(...args);
        throw new Error('no answer');
      },
    };
    await expect(fire(corridor, { channel: 'voice' })).rejects.toThrow('no answer');
    expect(corridor.claims.size).toBe(0);
  });
});

describe('a contact trigger', () => {
  test('is read consistently, because an old answer would not know that its contact is still open', async () => {
    const trigger = aTrigger({ starter: 'contact-sensor', openSince: 1 });
    for (const channel of ['webhook', 'click'] as const) {
      const corridor = aCorridor({ facts: { trigger }, stale: { trigger: { ...trigger, openSince: undefined } } });
      await fire(corridor, { channel });
      expect(corridor.rung).toMatchObject([{ bell: { openSince: 1 } }]);
    }
  });
});

describe('nobody is refused because of what the table has not spread yet', () => {
  test.each<[string, Parameters<typeof aCorridor>[0]]>([
    ['a new trigger', { stale: { trigger: undefined } }],
    ['a new workspace', { stale: { workspace: undefined } }],
    ['a trigger that was just switched on', { stale: { trigger: aTrigger({ enabled: false }) } }],
    ['a skill that was just enabled', { stale: { access: undefined } }],
    ['a workspace that was just activated', { stale: { workspace: aRunWorkspace({ status: 'INATIVO' }) } }],
    ['a fresh link', { stale: { workspace: aRunWorkspace({ link: { number: 0, amazonUserId: 'x' } }) } }],
  ])('%s is found by reading once more, consistently', async (_, world) => {
    const corridor = aCorridor(world);
    expect((await fire(corridor)).outcome).toBe('sent');
    expect(corridor.reads.map(({ consistent }) => consistent)).toEqual([false, true]);
  });

  test('a token that was just rotated is found as well', async () => {
    const corridor = aCorridor({ stale: { workspace: aRunWorkspace({ tokenHash: 'old' }) } });
    const { outcome } = await fire(corridor, { mayFire: ({ tokenHash }) => tokenHash === 'hash' });
    expect(outcome).toBe('sent');
  });
});

describe('there is no such trigger', () => {
  test.each<[string, Parameters<typeof aCorridor>[0]]>([
    ['without the workspace', { facts: { workspace: undefined } }],
    ['without the trigger', { facts: { trigger: undefined } }],
    ['when it belongs to an earlier link', { facts: { trigger: aTrigger({ link: 0 }) } }],
  ])('%s', async (_, world) => {
    const corridor = aCorridor(world);
    await expect(fire(corridor)).rejects.toEqual(refusalOf('trigger.notFound'));
    expect(corridor.recorded).toEqual([]);
    expect(corridor.reads.map(({ consistent }) => consistent)).toEqual([false, true]);
  });

  test('for who may not enter, whatever the state of the workspace', async () => {
    for (const workspace of [
      aRunWorkspace(),
      aRunWorkspace({ status: 'INATIVO' }),
      aRunWorkspace({ link: undefined }),
    ]) {
      const corridor = aCorridor({ facts: { workspace } });
      await expect(fire(corridor, { mayFire: () => false })).rejects.toEqual(refusalOf('trigger.notFound'));
      expect(corridor.rung).toEqual([]);
    }
  });

  test('but a webhook of a workspace that is inactive or unlinked gets that as its answer, for its triggers are gone', async () => {
    const inactive = { workspace: aRunWorkspace({ status: 'INATIVO', link: undefined }), trigger: undefined };
    expect((await fire(aCorridor({ facts: inactive }))).outcome).toBe('workspaceInactive');
    const unlinked = { workspace: aRunWorkspace({ link: undefined }), trigger: undefined };
    expect((await fire(aCorridor({ facts: unlinked }))).outcome).toBe('notLinked');
    for (const channel of ['click', 'voice'] as const) {
      const refused = fire(aCorridor({ facts: unlinked }), { channel });
      await expect(refused).rejects.toEqual(refusalOf('trigger.notFound'));
    }
  });
});

describe('a key', () => {
  const once = { key: 'order-66', lifeSeconds: day };

  test('gets the first answer again, without a second event', async () => {
    const corridor = aCorridor();
    const first = await fire(corridor, { once });
    expect(await fire(corridor, { once })).toEqual(first);
    expect(corridor.rung).toHaveLength(1);
    expect(corridor.recorded).toHaveLength(1);
  });

  test('is refused while its first run is under way', async () => {
    const waiting = Promise.withResolvers<Sent>();
    const corridor = aCorridor({ ring: () => waiting.promise });
    const first = fire(corridor, { once });
    await expect(fire(corridor, { once })).rejects.toEqual(refusalOf('trigger.alreadyRunning'));
    waiting.resolve({ outcome: 'sent', stages: { token: 0, send: 1 } });
    expect((await first).outcome).toBe('sent');
    expect(corridor.rung).toHaveLength(1);
  });

  test.each<Sent['outcome']>(['throttled', 'unavailable', 'skillNotEnabled', 'grantRevoked', 'rejected'])(
    'is free again after %s, which sent nothing',
    async (outcome) => {
      const corridor = aCorridor({ ring: { outcome } });
      await fire(corridor, { once });
      expect(corridor.claims.size).toBe(0);
    },
  );

  test('is free again after the rules refused', async () => {
    const corridor = aCorridor({ facts: { trigger: aTrigger({ enabled: false }) } });
    await fire(corridor, { once });
    expect(corridor.claims.size).toBe(0);
  });

  test('is kept when the outcome is unknown', async () => {
    const corridor = aCorridor({ ring: { outcome: 'unknown' } });
    const first = await fire(corridor, { once });
    expect(await fire(corridor, { once })).toEqual(first);
    expect(corridor.rung).toHaveLength(1);
  });

  test('of one channel says nothing at another', async () => {
    const corridor = aCorridor();
    await fire(corridor, { once });
    await fire(corridor, { once, channel: 'click' });
    expect(corridor.rung).toHaveLength(2);
  });

  test('that cannot be kept changes nothing about the answer', async () => {
    const corridor = aCorridor();
    corridor.deps.claims = { ...corridor.deps.claims, finish: () => Promise.reject(new Error('table down')) };
    expect((await fire(corridor, { once })).outcome).toBe('sent');
    expect(corridor.logged.map(({ event }) => event)).toContain('trigger.claimNotKept');
  });
});

describe('deadlines', () => {
  const never = <T>(): Promise<T> => Promise.withResolvers<T>().promise;
  /** A channel that was entered this long ago has so much less time. */
  const enteredAgo = (corridor: Corridor, ms: number): Partial<RunRequest> => ({
    startedAt: new Date(corridor.clock.now().getTime() - ms),
  });

  test('the gateway has until half a second before the channel closes', async () => {
    const corridor = aCorridor();
    const entered = corridor.clock.now().getTime();
    await fire(corridor);
    expect(corridor.rung[0]?.deadline).toBe(entered + 5_500);
  });

  test('a table that does not answer in time is reported as busy', async () => {
    const corridor = aCorridor();
    corridor.deps.runs = { ...corridor.deps.runs, facts: () => never() };
    await expect(fire(corridor, enteredAgo(corridor, 5_990))).rejects.toEqual(refusalOf('server.busy'));
  });

  test('a claim that cannot be made in time fires nothing', async () => {
    const corridor = aCorridor();
    corridor.deps.claims = { ...corridor.deps.claims, take: () => never() };
    const request = { ...enteredAgo(corridor, 5_980), once: { key: 'k', lifeSeconds: day } };
    await expect(fire(corridor, request)).rejects.toEqual(refusalOf('server.busy'));
    expect(corridor.rung).toEqual([]);
  });

  test('a claim whose answer was lost is let go, for nothing was sent', async () => {
    const corridor = aCorridor();
    const { take } = corridor.deps.claims;
    const lost: typeof take = async (...args) => {
      await take(...args);
      throw new Error('no answer');
    };
    corridor.deps.claims = { ...corridor.deps.claims, take: lost };
    await expect(fire(corridor, { once: { key: 'k', lifeSeconds: day } })).rejects.toThrow('no answer');
    expect(corridor.claims.size).toBe(0);
  });

  test('a claim that is made too late is let go as well', async () => {
    const corridor = aCorridor();
    const { take } = corridor.deps.claims;
    const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
    const late: typeof take = (...args) => slow.then(() => take(...args));
    corridor.deps.claims = { ...corridor.deps.claims, take: late };
    const request = { ...enteredAgo(corridor, 5_900), once: { key: 'k', lifeSeconds: day } };
    await expect(fire(corridor, request)).rejects.toEqual(refusalOf('server.busy'));
    goOn();
    await vi.waitFor(() => expect(corridor.released).toHaveLength(2));
    expect(corridor.claims.size).toBe(0);
    expect(corridor.rung).toEqual([]);
  });

  test('a token that cannot be had in time is reported as unavailable', async () => {
    const corridor = aCorridor({ ring: () => never() });
    expect((await fire(corridor, enteredAgo(corridor, 5_870))).outcome).toBe('unavailable');
  });

  test.each<[string, () => Promise<Sent>]>([
    ['late', () => never()],
    ['a surprise', () => Promise.reject(new Error('cut'))],
  ])('what may have reached Amazon is unknown when the rest is %s, and keeps its key', async (_, rest) => {
    const corridor = aCorridor();
    corridor.deps.sendEvent = (_bell, { mayArrive }) => {
      mayArrive?.(true);
      corridor.clock.pass(500);
      return rest();
    };
    const request = { ...enteredAgo(corridor, 5_480), once: { key: 'k', lifeSeconds: day } };
    expect((await fire(corridor, request)).outcome).toBe('unknown');
    expect([...corridor.claims.values()]).toMatchObject([{ answer: { outcome: 'unknown' } }]);
  });

  test('what Amazon has surely not taken is unavailable when the rest is late', async () => {
    const corridor = aCorridor();
    corridor.deps.sendEvent = (_bell, { mayArrive }) => {
      mayArrive?.(true);
      mayArrive?.(false);
      return never();
    };
    expect((await fire(corridor, enteredAgo(corridor, 5_980))).outcome).toBe('unavailable');
  });

  test('a record that takes too long does not hold the answer', async () => {
    const corridor = aCorridor();
    corridor.deps.runs = { ...corridor.deps.runs, record: () => never() };
    expect((await fire(corridor, enteredAgo(corridor, 5_850))).outcome).toBe('sent');
    expect(corridor.logged.map(({ event }) => event)).toEqual(['trigger.notRecorded', 'trigger.fired']);
  });
});
