import { beforeEach, describe, expect, test } from 'vitest';

import { maxAccessKeys } from '#shared/access-key-limits.ts';
import { listedAfterEndMs, overlapMs, tapsPerMinute } from '#shared/rules/access-keys.ts';

import { minutes } from '../../support/worlds/a-clock.ts';
import { anAccessKeyHome, type AccessKeyHome } from './an-access-key-home.ts';

const refusal = (code: string) => expect.objectContaining({ code });
const counted = (outcomes: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([name, all]) => [name, all.length]));

let home: AccessKeyHome;
let triggerId: string;
beforeEach(async () => {
  home = await anAccessKeyHome();
  triggerId = home.trigger.id;
});

const fiveAtOnce = (work: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 5 }, work));
const inMs = (ms: number) => new Date(home.clock.now().getTime() + ms).toISOString();

describe('an access key', () => {
  test('fires with the name of the key in the run, shows the secret once and stores its hash', async () => {
    const { secret, ...key } = await home.give({ name: '  Hubitat   da sala ', triggers: [triggerId] });
    expect(await home.fire(secret, triggerId)).toBe('sent');
    expect((await home.storedTrigger(triggerId))?.run).toMatchObject({ channel: 'webhook', who: 'Hubitat da sala' });
    expect(await home.list()).toEqual([{ ...key, usedAt: home.clock.now().toISOString() }]);
    expect(JSON.stringify(await home.stored(key.id))).not.toContain(secret);
  });

  test('stores the last use at most once an hour', async () => {
    const { secret, id } = await home.give();
    const first = inMs(0);
    await home.fire(secret, triggerId);
    home.clock.pass(minutes(59));
    await home.fire(secret, triggerId);
    expect((await home.stored(id))?.usedAt).toBe(first);
    home.clock.pass(minutes(1));
    await home.fire(secret, triggerId);
    expect((await home.stored(id))?.usedAt).toBe(inMs(0));
  });

  test('rejects a stopped key from the next call on', async () => {
    const { secret, id } = await home.give();
    expect(await home.fire(secret, triggerId)).toBe('sent');
    await home.stop(id);
    expect(await home.fire(secret, triggerId)).toBe('trigger.notFound');
    await expect(home.stop(id)).rejects.toEqual(refusal('accessKey.notFound'));
    await expect(home.change(id, { name: 'Other' })).rejects.toEqual(refusal('accessKey.notFound'));
  });

  test('fires only the triggers of the key, including those added later', async () => {
    const other = await home.addTrigger('Bom dia');
    const { secret, id } = await home.give({ triggers: [triggerId] });
    expect(await home.fire(secret, other.id)).toBe('trigger.notFound');
    await home.change(id, { triggers: [triggerId, other.id] });
    expect(await home.fire(secret, other.id)).toBe('sent');
  });

  test('rejects a key after its end, lists it for 30 more days, and accepts a new end', async () => {
    const { secret, id } = await home.give({ conditions: { until: inMs(minutes(10)) } });
    expect(await home.fire(secret, triggerId)).toBe('sent');
    home.clock.pass(minutes(10));
    expect(await home.fire(secret, triggerId)).toBe('accessKey.ended');
    await expect(home.change(id, { conditions: { until: inMs(0) } })).rejects.toEqual(refusal('accessKey.endInvalid'));
    await home.change(id, { conditions: { until: inMs(minutes(10)) } });
    expect(await home.fire(secret, triggerId)).toBe('sent');
    home.clock.pass(minutes(10) + listedAfterEndMs - 1_000);
    expect(await home.list()).toHaveLength(1);
    home.clock.pass(1_000);
    expect(await home.list()).toEqual([]);
    expect(await home.fire(secret, triggerId)).toBe('trigger.notFound');
  });

  test.each([
    ['no name', { name: ' ' }, 'accessKey.nameInvalid'],
    ['a name of 41 letters', { name: 'a'.repeat(41) }, 'accessKey.nameInvalid'],
    ['an unknown trigger', { triggers: ['another'] }, 'trigger.notFound'],
    ['an end in the past', { conditions: { until: '2020-01-01T00:00:00.000Z' } }, 'accessKey.endInvalid'],
    ['a page that signs', { page: true, signed: true }, 'request.invalid'],
    ['a page for all triggers', { page: true }, 'request.invalid'],
    ['a page that reads', { page: true, right: 'read' as const, triggers: ['one'] }, 'request.invalid'],
    ['a signature that reads', { signed: true, right: 'read' as const }, 'request.invalid'],
  ])('rejects a new key with %s', async (_, wish, code) => {
    await expect(home.give(wish)).rejects.toEqual(refusal(code));
    expect(await home.list()).toEqual([]);
  });

  test('creates six keys concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => home.give()));
    expect(new Set((await home.list()).map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
  });

  test('creates at most 50 keys, even concurrently', async () => {
    for (let made = 0; made < maxAccessKeys - 2; made += 1) await home.give();
    const results = await fiveAtOnce(() => home.give());
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(home.give()).rejects.toEqual(refusal('accessKey.limitReached'));
    expect(await home.list()).toHaveLength(maxAccessKeys);
  });
});

describe('uses of a key', () => {
  test('fires five of 200 calls that four workers serve when the key has five uses', async () => {
    const { secret, id } = await home.give({ uses: 5 });
    // Like a Lambda process, each worker serves one call at a time.
    const serve = async (): Promise<string[]> => {
      const { fire } = home.worker();
      const outcomes: string[] = [];
      for (let call = 0; call < 50; call += 1) outcomes.push(await fire(secret, triggerId));
      return outcomes;
    };
    const outcomes = (await Promise.all(Array.from({ length: 4 }, serve))).flat();
    expect(counted(outcomes)).toEqual({ sent: 5, 'accessKey.usedUp': 195 });
    expect(home.sent.events).toBe(5);
    expect((await home.stored(id))?.used).toBe(5);
  });

  test('gives a use back when surely nothing was sent, and keeps it otherwise', async () => {
    const { secret, id } = await home.give({ uses: 2 });
    for (const outcome of ['unavailable', 'throttled'] as const) {
      home.sent.outcome = outcome;
      expect(await home.fire(secret, triggerId)).toBe(outcome);
      expect((await home.stored(id))?.used).toBe(0);
    }
    home.sent.outcome = 'unknown';
    expect(await home.fire(secret, triggerId)).toBe('unknown');
    expect((await home.stored(id))?.used).toBe(1);
  });

  test('takes no use for a repeat with the same Idempotency-Key', async () => {
    const { secret, id } = await home.give({ uses: 3 });
    expect(await home.fire(secret, triggerId, 'one')).toBe('sent');
    expect(await home.fire(secret, triggerId, 'one')).toBe('sent');
    expect(home.sent.events).toBe(1);
    expect((await home.stored(id))?.used).toBe(1);
  });

  test('answers a repeat of the call that took the last use, even while it runs', async () => {
    const { secret } = await home.give({ uses: 1 });
    const raced = await Promise.all([1, 2].map(() => home.fire(secret, triggerId, 'one')));
    expect(raced.filter((outcome) => outcome === 'sent').length).toBeGreaterThan(0);
    expect(raced.filter((outcome) => outcome !== 'sent' && outcome !== 'trigger.alreadyRunning')).toEqual([]);
    expect(await home.fire(secret, triggerId, 'one')).toBe('sent');
    expect(await home.fire(secret, triggerId, 'two')).toBe('accessKey.usedUp');
    expect(home.sent.events).toBe(1);
  });

  test('answers a repeat after the key has ended', async () => {
    const until = inMs(minutes(1));
    const { secret } = await home.give({ conditions: { until } });
    expect(await home.fire(secret, triggerId, 'one')).toBe('sent');
    home.clock.pass(minutes(2));
    expect(await home.fire(secret, triggerId, 'one')).toBe('sent');
    expect(await home.fire(secret, triggerId, 'two')).toBe('accessKey.ended');
    expect(home.sent.events).toBe(1);
  });

  test('runs twice when two keys use the same Idempotency-Key', async () => {
    const [one, other] = [await home.give({ uses: 5 }), await home.give({ uses: 5 })];
    const fired = [one, other].map(({ secret }) => home.fire(secret, triggerId, 'same'));
    expect(await Promise.all(fired)).toEqual(['sent', 'sent']);
    expect(home.sent.events).toBe(2);
    expect([(await home.stored(one.id))?.used, (await home.stored(other.id))?.used]).toEqual([1, 1]);
  });

  test('leaves no claim when no use is left, so that the call works once the key has more', async () => {
    const { secret, id } = await home.give({ uses: 1 });
    const raced = await Promise.all([1, 2, 3].map((one) => home.fire(secret, triggerId, `key-${one}`)));
    expect(counted(raced)).toEqual({ sent: 1, 'accessKey.usedUp': 2 });
    await home.change(id, { uses: 3 });
    const again = await Promise.all([1, 2, 3].map((one) => home.fire(secret, triggerId, `key-${one}`)));
    expect(counted(again)).toEqual({ sent: 3 });
    expect(home.sent.events).toBe(3);
  });

  test('removes the limit of uses from a key', async () => {
    const { secret, id } = await home.give({ uses: 1 });
    await home.fire(secret, triggerId);
    expect(await home.change(id, { uses: null })).not.toHaveProperty('uses');
    expect(await home.fire(secret, triggerId)).toBe('sent');
  });

  test('allows ten taps a minute on a guest page, even concurrently', async () => {
    const { secret } = await home.give({ page: true, triggers: [triggerId] });
    const taps = () => Promise.all(Array.from({ length: 25 }, () => home.tap(secret)));
    expect(counted(await taps())).toEqual({ sent: tapsPerMinute, tooMany: 15 });
    home.clock.pass(minutes(1));
    expect(counted(await taps())).toEqual({ sent: tapsPerMinute, tooMany: 15 });
  });
});

describe('a new secret', () => {
  test('accepts the new secret at once and the old one for 24 hours', async () => {
    const { secret: old, id } = await home.give();
    const { secret = '', oldSecretUntil } = await home.change(id, { rotate: 'in24Hours' });
    expect(oldSecretUntil).toBe(inMs(overlapMs));
    expect([await home.fire(secret, triggerId), await home.fire(old, triggerId)]).toEqual(['sent', 'sent']);
    home.clock.pass(overlapMs);
    expect(await home.fire(old, triggerId)).toBe('trigger.notFound');
    expect(await home.fire(secret, triggerId)).toBe('sent');
    expect((await home.list())[0]).not.toHaveProperty('oldSecretUntil');
  });

  test('ends the old secret and the one before it at once when requested', async () => {
    const { secret: first, id } = await home.give();
    const { secret: second = '' } = await home.change(id, { rotate: 'in24Hours' });
    const { secret: third = '' } = await home.change(id, { rotate: 'now' });
    const fired = [first, second, third].map((secret) => home.fire(secret, triggerId));
    expect(await Promise.all(fired)).toEqual(['trigger.notFound', 'trigger.notFound', 'sent']);
  });

  test('seals the secret of a signing key and does not accept it as a bearer token', async () => {
    const { secret, signed, id } = await home.give({ signed: true });
    expect([secret.startsWith('whsec_'), signed]).toEqual([true, true]);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(await home.fire(secret, triggerId)).toBe('trigger.notFound');
    const { secret: next } = await home.change(id, { rotate: 'in24Hours' });
    expect(await home.stored(id)).toMatchObject({
      secretSealed: expect.stringContaining(next ?? ''),
      oldUntil: inMs(overlapMs),
    });
  });
});
