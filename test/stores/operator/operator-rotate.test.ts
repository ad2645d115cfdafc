import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, test } from 'vitest';

import { workspacePartition } from '#functions/data/keys.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createSealedStore } from '#functions/data/sealed-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createWorkspaceStore, type WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { reseal } from '#functions/jobs/reseal.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { findPerson, newSession } from '#functions/platform/http/session.ts';
import { createSeal } from '#functions/platform/secrets/seal.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';

import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { addLinkedWorkspace } from '../../support/worlds/a-linked-workspace.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type SteppedClock } from '../../support/worlds/alexa-world.ts';
import { anOperator } from '../../support/worlds/an-operator.ts';

let table: Table;
let clock: SteppedClock;
beforeEach(async () => {
  table = await aTable();
  clock = aClock();
});

const key = (fill: number): string => Buffer.alloc(32, fill).toString('base64url');
const encryption = (current: string, ...names: string[]) => ({
  current,
  keys: Object.fromEntries(names.map((name) => [name, key(name.charCodeAt(1))])),
});
const sealWith = (set: ReturnType<typeof encryption>) => {
  const secret = () => Promise.resolve(set);
  return createSeal({ encryption: secret, renewEncryption: secret });
};
const operator = (set = encryption('k1', 'k1')) => anOperator(table, { now: clock.now, secrets: { encryption: set } });

describe('ending sessions', () => {
  const appUrl = 'https://app.test';
  async function aBrowser(userId: string): Promise<() => Promise<boolean>> {
    const sessions = createSessionStore(table);
    const { idHash, cookie } = newSession(appUrl);
    const endsAt = new Date(clock.now().getTime() + 86_400_000);
    await sessions.add({ idHash, userId, name: 'Ana', now: clock.now(), endsAt, device: {}, browserHash: 'b' });
    const cookies = [cookie.split(';')[0] ?? ''];
    const platform = { appUrl, sessions, now: clock.now, log: () => undefined };
    return async () => (await findPerson(platform, cookies)) !== undefined;
  }
  const people = async (): Promise<[string, string]> => {
    const world = alexaWorld(table, aFakeAlexa(), clock);
    const [ana, bruno] = [`ana-${randomUUID()}`, `bruno-${randomUUID()}`] as const;
    await world.addWorkspace(1, ana, true);
    await world.addWorkspace(2, bruno, true);
    return [ana, bruno];
  };

  test('signs out every browser of one user, and no other user', async () => {
    const [ana, bruno] = await people();
    const browsers = [await aBrowser(ana), await aBrowser(ana), await aBrowser(bruno)];
    const signedIn = () => Promise.all(browsers.map((isSignedIn) => isSignedIn()));
    expect((await operator()('sign-out', ana)).text).toContain('2 sessions would end');
    expect(await signedIn()).toEqual([true, true, true]);
    expect((await operator()('sign-out', ana, '--yes')).text).toContain('2 sessions were ended');
    expect(await signedIn()).toEqual([false, false, true]);
  });

  test('signs out all users, and changes nothing else', async () => {
    const [ana, bruno] = await people();
    const browsers = [await aBrowser(ana), await aBrowser(bruno)];
    const rest = () => createWorkspaceStore(table).find(1);
    const before = await rest();
    expect((await operator()('sign-out', '--everybody', '--yes')).code).toBe(0);
    expect(await Promise.all(browsers.map((isSignedIn) => isSignedIn()))).toEqual([false, false]);
    expect(await rest()).toEqual(before);
  });
});

describe('replacing webhook tokens', () => {
  const find = async (id: number): Promise<WorkspaceItem> => {
    const workspace = await createWorkspaceStore(table).find(id);
    if (!workspace) throw new Error(`There is a workspace ${id}.`);
    return workspace;
  };
  /** Undefined if the stored token is not the valid one. */
  async function tokenOf(id: number): Promise<string | undefined> {
    const { tokenSealed, tokenHash } = await find(id);
    const token = await sealWith(encryption('k1', 'k1')).open(tokenSealed, workspacePartition(id));
    return hashOf(token) === tokenHash ? token : undefined;
  }

  test('replaces the token of one workspace, and shows the new one to its owner only', async () => {
    const others = await addLinkedWorkspace(table, { id: 8, tokenHash: 'old' });
    await addLinkedWorkspace(table, { id: 7, tokenHash: 'old' });
    expect((await operator()('new-token', '7')).text).toContain('would be replaced');
    expect((await find(7)).tokenHash).toBe('old');
    const { code, text } = await operator()('new-token', '7', '--yes');
    const token = await tokenOf(7);
    expect(code).toBe(0);
    expect(token).toHaveLength(43);
    expect(text).not.toContain(token);
    expect(await find(8)).toEqual(others);
    expect((await operator()('explain', '7')).text).toContain('older addresses return 404');
  });

  test('continues an interrupted replacement of all tokens, and replaces none twice', async () => {
    for (const id of [1, 2, 3]) await addLinkedWorkspace(table, { id, tokenHash: 'old' });
    const before = clock.now().toISOString();
    clock.advance(1000);
    await operator()('new-token', '2', '--yes');
    const second = await tokenOf(2);
    const again = await operator()('new-token', '--everybody', '--before', before, '--yes');
    expect(again.text).toContain('2 webhook tokens were replaced');
    expect(await tokenOf(2)).toBe(second);
    expect(await Promise.all([1, 3].map(tokenOf))).toEqual([expect.any(String), expect.any(String)]);
  });

  test('stops before the first token when no key to seal with exists', async () => {
    await addLinkedWorkspace(table, { id: 1, tokenHash: 'old' });
    await expect(anOperator(table, { now: clock.now })('new-token', '1', '--yes')).rejects.toThrow('not set up');
    expect((await find(1)).tokenHash).toBe('old');
  });
});

test('adds an encryption key, reseals everything and removes the old key without a loss', async () => {
  const [only, both, next] = [encryption('k1', 'k1'), encryption('k2', 'k1', 'k2'), encryption('k2', 'k2')];
  const owner = workspacePartition(7);
  await addLinkedWorkspace(table, { tokenSealed: await sealWith(only).seal('a-token', owner) });
  const opened = async (set: ReturnType<typeof encryption>): Promise<string> =>
    sealWith(set).open((await createWorkspaceStore(table).find(7))?.tokenSealed ?? '', owner);
  const clockStrikes = () =>
    reseal(
      { sealed: createSealedStore(table), seal: sealWith(both), now: clock.now, log: () => undefined },
      deadlineIn(clock.now, 60_000),
    );

  expect((await operator(only)('keys')).text).toContain('k1: 1 values; seals new values');
  // With the new key current, stored values still open.
  const added = await operator(both)('keys');
  expect(added.text).toContain('k1: 1 values; still needed');
  expect(added.text).toContain('has not started');
  expect(await opened(both)).toBe('a-token');
  await clockStrikes();
  clock.advance(61 * 60_000);
  await clockStrikes();
  const done = await operator(both)('keys');
  expect(done.text).toContain('k1: 0 values; may be removed');
  expect(done.text).toContain('Sealing with the current key finished at');
  expect(await opened(next)).toBe('a-token');
  // Removing the old key too early is refused.
  const early = await operator(encryption('k3', 'k3'))('keys');
  expect([early.code, early.text.includes('k2: 1 values, but the secret has no such key')]).toEqual([1, true]);
});

test.each([
  [['sign-out'], 'Name a user'],
  [['sign-out', 'ana', '--everybody'], 'Name a user'],
  [['sign-out', 'nobody'], 'There is no user "nobody".'],
  [['new-token'], 'Name a workspace'],
  [['new-token', '404', '--yes'], 'There is no workspace "404".'],
  [['new-token', '--everybody', '--before', 'then'], '"then" is not a time'],
  [['keys', 'k1'], 'Usage: npm run ops'],
])('answers %j with one sentence', async (words, sentence) => {
  const { code, errors } = await operator()(...words);
  expect([code, errors.includes(sentence)]).toEqual([2, true]);
});
