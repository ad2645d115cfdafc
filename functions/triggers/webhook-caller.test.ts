import { describe, expect, test } from 'vitest';

import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import { hashOf, newToken } from '#functions/platform/hashes.ts';
import { Refusal } from '#shared/refusals.ts';
import { accessKeyToken, parseAccessKeyToken } from '#shared/rules/access-keys.ts';
import { anEvent } from '#test/support/worlds/an-event.ts';
import { aRunWorkspace } from '#test/support/worlds/an-execution.ts';

import { asFirstAllowed, callersByToken, type WebhookCaller } from './webhook-caller.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = '2026-11-20T12:00:00.001Z';
const workspaceToken = newToken();
const [secret, oldSecret] = [accessKeyToken(7, 'k1', newToken()), accessKeyToken(7, 'k1', newToken())];

const aKey = (changes: Partial<AccessKeyItem> = {}): AccessKeyItem => ({
  type: 'accessKey',
  id: 'k1',
  workspaceId: 7,
  name: 'Hubitat',
  triggers: 'all',
  conditions: {},
  used: 0,
  right: 'fire',
  hash: hashOf(secret),
  createdAt: '2026-11-01T00:00:00.000Z',
  ...changes,
});

const workspace = aRunWorkspace({ tokenHash: hashOf(workspaceToken) });
type Sent = { query?: Record<string, string>; headers?: Record<string, string> };
const callersOf = (sent: Sent, target = { workspaceId: 7, triggerId: 't1' }) =>
  callersByToken(anEvent({ route: 'GET /trigger/{workspaceId}/{deviceId}', ...sent }), { ...target, now });
function caller(token: string, target = { workspaceId: 7, triggerId: 't1' }): WebhookCaller {
  const [found] = callersOf({ query: { token } }, target);
  if (!found) throw new Error('A token makes a caller.');
  return found;
}
const may = async (token: string, key?: AccessKeyItem, of = workspace) => {
  const { mayFire, mayRead } = caller(token);
  return [await mayFire(of, key), await mayRead(of, key)];
};

test('finds the workspace and the id only in the token of an access key', () => {
  expect(parseAccessKeyToken(secret)).toEqual({ workspaceId: 7, id: 'k1' });
  expect(parseAccessKeyToken(accessKeyToken(281_474_976_710_655, 'f'.repeat(20), newToken()))?.workspaceId).toBe(
    281_474_976_710_655,
  );
  for (const other of [workspaceToken, '', `${secret}x`, secret.toUpperCase(), 'recado_7_k1_short']) {
    expect(parseAccessKeyToken(other)).toBeUndefined();
  }
});

test('does not accept the key of another workspace', async () => {
  const { accessKeyId, mayFire } = caller(secret, { workspaceId: 8, triggerId: 't1' });
  expect(accessKeyId).toBeUndefined();
  expect(await mayFire(workspace, aKey())).toBe(false);
});

test.each<[string, boolean[], string, AccessKeyItem | undefined]>([
  ['its own secret', [true, true], secret, aKey()],
  ['another secret of the same key', [false, false], oldSecret, aKey()],
  ['a key that was stopped', [false, false], secret, undefined],
  ['a key for this trigger', [true, true], secret, aKey({ triggers: ['t0', 't1'] })],
  ['a key for other triggers', [false, false], secret, aKey({ triggers: ['t2'] })],
  ['a key that may read', [false, true], secret, aKey({ right: 'read' })],
  ['a key that signs, without its hash', [false, false], secret, aKey({ hash: undefined, secretSealed: 'x' })],
  ['the previous secret, in time', [true, true], oldSecret, aKey({ oldHash: hashOf(oldSecret), oldUntil: later })],
  [
    'the previous secret, too late',
    [false, false],
    oldSecret,
    aKey({ oldHash: hashOf(oldSecret), oldUntil: now.toISOString() }),
  ],
])('with %s, returns whether the caller may fire and read: %j', async (_, expected, token, key) => {
  expect(await may(token, key)).toEqual(expected);
});

test('accepts the token of the workspace for all triggers, and the previous token until it expires', async () => {
  const before = newToken();
  const inTime = aRunWorkspace({ ...workspace, oldTokenHash: hashOf(before), oldTokenUntil: later });
  expect(await may(workspaceToken)).toEqual([true, true]);
  expect(await may(before, undefined, inTime)).toEqual([true, true]);
  expect(await may(before, undefined, { ...inTime, oldTokenUntil: now.toISOString() })).toEqual([false, false]);
  expect(await may(newToken(), undefined, inTime)).toEqual([false, false]);
});

test('accepts the valid one of several tokens of a workspace, but not a part of it', async () => {
  const headers = { authorization: `Bearer ${workspaceToken}` };
  const [stale, half] = [newToken(), workspaceToken.slice(0, 20)];
  const opened = (sent: Sent) => callersOf(sent).map(({ mayFire }) => mayFire(workspace));
  const many = Array.from({ length: 9 }, newToken);
  expect(opened({ query: { token: [...many, workspaceToken].join(',') } })).toEqual([true]);
  for (const token of ['', ' ', stale, `${stale},`]) {
    expect(opened({ query: { token }, headers })).toEqual([true]);
  }
  expect(opened({ query: { token: `${stale},${workspaceToken}` } })).toEqual([true]);
  expect(opened({ query: { token: `${half},${workspaceToken.slice(20)}` } })).toEqual([false]);
  expect(opened({})).toEqual([]);
});

test('returns one caller for each access key, and one for the tokens of the workspace', () => {
  const other = accessKeyToken(7, 'k2', newToken());
  const headers = { authorization: `Bearer ${other}, Bearer ${workspaceToken}` };
  const callers = callersOf({ query: { token: `${oldSecret},${secret}` }, headers });
  expect(callers.map(({ accessKeyId }) => accessKeyId)).toEqual(['k1', 'k2', undefined]);
  expect([callers[0]?.mayFire(workspace, aKey()), callers[1]?.mayFire(workspace, aKey({ id: 'k2' }))]).toEqual([
    true,
    false,
  ]);
});

describe('several callers', () => {
  const [first, second] = [caller(newToken()), caller(newToken())];
  const told = (ofFirst: Refusal | Error, ofSecond?: Refusal) =>
    asFirstAllowed([first, second], async (given) => {
      const error = given === first ? ofFirst : ofSecond;
      if (error) throw error;
      return 'ran';
    });
  const [nobody, ended] = [new Refusal('trigger.notFound'), new Refusal('accessKey.ended')];

  test('uses the second caller when the first is unknown or has ended', async () => {
    expect(await Promise.all([told(nobody), told(ended)])).toEqual(['ran', 'ran']);
  });

  test('throws the refusal of an ended key when the second caller is unknown', async () => {
    await expect(told(ended, nobody)).rejects.toBe(ended);
    await expect(told(nobody, ended)).rejects.toBe(ended);
  });

  test('does not accept a call without a secret', async () => {
    const mayFire = await asFirstAllowed([], async (given) => given.mayFire(workspace, aKey()));
    expect(mayFire).toBe(false);
  });

  test('tries four callers at most, because each costs a read', async () => {
    const asked: WebhookCaller[] = [];
    const six = Array.from({ length: 6 }, () => caller(newToken()));
    const asking = asFirstAllowed(six, async (given) => {
      asked.push(given);
      throw nobody;
    });
    await expect(asking).rejects.toBe(nobody);
    expect(asked).toEqual(six.slice(0, 4));
  });

  test('does not try the second caller after any other failure of the first', async () => {
    const failure = new Refusal('trigger.alreadyRunning');
    await expect(told(failure)).rejects.toBe(failure);
  });
});
