import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { renewAccessToken, type RenewDeps } from '#functions/alexa/events/renew-access-token.ts';
import { createGrantStore, type GrantStore } from '#functions/data/alexa/grant-store.ts';
import { createTokenStore, type TokenStore } from '#functions/data/alexa/token-store.ts';
import type { AccessItem } from '#functions/data/items/grant-item.ts';
import { accessKey, accountPartition, grantKey, type TokenHolder } from '#functions/data/keys.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { transact, type Table } from '#functions/data/table.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';

import { aGrantItem, anAccess } from '../../support/worlds/a-grant.ts';
import { aTable } from '../../support/worlds/a-table.ts';

let table: Table;
let grants: GrantStore;
let tokens: TokenStore;
let last = 0;
const now = (): Date => new Date();

beforeAll(async () => {
  table = await aTable();
  grants = createGrantStore(table);
  tokens = createTokenStore(table);
});

type Home = { holder: { workspaceId: number }; amazonUserId: string; access: AccessItem };

/** A home whose access token has expired by default. */
async function aHome(changes: Partial<AccessItem> = {}): Promise<Home> {
  const workspaceId = (last += 1);
  const amazonUserId = `amzn1.${workspaceId}`;
  const tokenExpiresAt = new Date(Date.now() - 1_000).toISOString();
  const access = anAccess(now(), { amazonUserId, tokenExpiresAt, ...changes });
  const put = (Item: object) => table.doc.send(new PutCommand({ TableName: table.name, Item }));
  await put({ ...accessKey({ workspaceId }), ...access });
  await put({ ...grantKey(amazonUserId), ...aGrantItem({ amazonUserId, workspaceId }) });
  return { holder: { workspaceId }, amazonUserId, access };
}

const inAMinute = (): Date => new Date(Date.now() + 60_000);
const aLock = (life = 8_000) => ({ id: randomUUID(), until: Date.now() + life });

const renewed = (lockId: string, name = '2') => ({
  lockId,
  sealedAccess: `access-${name}`,
  tokenExpiresAt: inAMinute(),
});

/** An Amazon that records the calls. */
function anAmazon(answer: (call: number) => TokenOutcome) {
  const asked: string[] = [];
  const deps: RenewDeps = {
    tokens,
    grants,
    seal: { seal: (plain) => Promise.resolve(`sealed:${plain}`), open: (sealed) => Promise.resolve(sealed.slice(7)) },
    login: {
      async refresh({ refreshToken }) {
        asked.push(refreshToken);
        const call = asked.length;
        await pause(150);
        return answer(call);
      },
    },
    client: () => Promise.resolve({ clientId: 'skill', clientSecret: 'hush' }),
    log: () => undefined,
    now,
    newId: randomUUID,
    pause,
  };
  const renew = (holder: TokenHolder, seen: AccessItem) =>
    renewAccessToken(deps, holder, seen, {
      deadline: deadlineIn(() => new Date(), 6_000),
      refreshMs: 3_000,
      refused: false,
    });
  return { asked, renew };
}

const fresh = (call: number): TokenOutcome => ({
  outcome: 'tokens',
  accessToken: `access-from-call-${call}`,
  refreshToken: `refresh-from-call-${call}`,
  expiresInSeconds: 3600,
});

test('refreshes an expired token exactly once for twenty runs, which all get the new token', async () => {
  const { holder, access, amazonUserId } = await aHome();
  const amazon = anAmazon(fresh);
  const all = await Promise.all(Array.from({ length: 20 }, () => amazon.renew(holder, access)));
  expect(amazon.asked).toEqual(['refresh-1']);
  for (const one of all) {
    expect(one).toMatchObject({ outcome: 'usable', access: { version: 2, sealed: 'sealed:access-from-call-1' } });
  }
  expect((await grants.findGrant(amazonUserId))?.sealedRefresh).toBe('sealed:refresh-from-call-1');
  expect((await tokens.findAccess(holder))?.lock).toBeUndefined();
});

test('revokes a withdrawn grant once for twenty runs, which all notice it', async () => {
  const { holder, access, amazonUserId } = await aHome();
  const amazon = anAmazon(() => ({ outcome: 'invalidGrant' }));
  const all = await Promise.all(Array.from({ length: 20 }, () => amazon.renew(holder, access)));
  expect(amazon.asked).toHaveLength(1);
  expect(new Set(all.map(({ outcome }) => outcome))).toEqual(new Set(['revoked']));
  expect(await grants.find(amazonUserId)).toMatchObject({ access: { state: 'revoked' }, grant: { state: 'revoked' } });
});

test('queues one check of the gateway for each grant, however many runs ask for it', async () => {
  const { holder, access, amazonUserId } = await aHome();
  const dueAt = inAMinute();
  await Promise.all([1, 2, 3].map(() => tokens.scheduleGatewayCheck(holder.workspaceId, access, dueAt)));
  expect((await createOutboxStore(table).pending(accountPartition(amazonUserId))).items).toMatchObject([
    { entry: { topic: 'checkGrant', amazonUserId, ...holder, asks: 'gateway' }, dueAt: dueAt.toISOString() },
  ]);
});

describe('the lock', () => {
  test('grants the lock to one process at a time, until it expires', async () => {
    const { holder } = await aHome();
    const all = await Promise.all(Array.from({ length: 10 }, () => tokens.takeLock(holder, 1, aLock())));
    expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([...Array.from({ length: 9 }, () => 'held'), 'taken']);
    const dead = await aHome({ lock: { id: 'dead', until: Date.now() - 1 } });
    expect(await tokens.takeLock(dead.holder, 1, aLock())).toEqual({ outcome: 'taken' });
  });

  test('refuses the lock for an outdated version, a revoked grant or a missing one', async () => {
    const moved = await aHome({ version: 2 });
    expect(await tokens.takeLock(moved.holder, 1, aLock())).toMatchObject({ outcome: 'moved' });
    const revoked = await aHome({ state: 'revoked' });
    expect(await tokens.takeLock(revoked.holder, 1, aLock())).toMatchObject({ outcome: 'moved' });
    expect(await tokens.takeLock({ workspaceId: 404 }, 1, aLock())).toEqual({ outcome: 'gone' });
  });

  test('releases the lock only for its holder', async () => {
    const { holder } = await aHome();
    const lock = aLock();
    await tokens.takeLock(holder, 1, lock);
    await tokens.releaseLock(holder, 1, 'somebody else');
    expect((await tokens.findAccess(holder))?.lock).toEqual(lock);
    await tokens.releaseLock(holder, 1, lock.id);
    expect((await tokens.findAccess(holder))?.lock).toBeUndefined();
  });
});

describe('a renewal', () => {
  test('keeps the refresh token when the renewal returns no new one', async () => {
    const { holder, amazonUserId } = await aHome();
    const lock = aLock();
    await tokens.takeLock(holder, 1, lock);
    expect(await tokens.complete(holder, 1, renewed(lock.id))).toBe('stored');
    expect(await grants.find(amazonUserId)).toMatchObject({
      access: { version: 2, sealed: 'access-2' },
      grant: { version: 1, sealedRefresh: 'sealed:refresh-1' },
    });
  });

  test('does not store the renewal of a holder that was overtaken', async () => {
    const { holder } = await aHome();
    const [slow, quick] = [aLock(-1), aLock()];
    await tokens.takeLock(holder, 1, slow);
    await tokens.takeLock(holder, 1, quick);
    expect(await tokens.complete(holder, 1, renewed(quick.id, 'quick'))).toBe('stored');
    expect(await tokens.complete(holder, 1, renewed(slow.id, 'slow'))).toBe('overtaken');
    expect(await tokens.findAccess(holder)).toMatchObject({ version: 2, sealed: 'access-quick' });
  });

  test('stores the new refresh token during an unlink, because the old one may be worthless', async () => {
    const { holder, amazonUserId } = await aHome();
    const found = await grants.find(amazonUserId);
    if (!found) throw new Error('no grant');
    const lock = aLock();
    await tokens.takeLock(holder, 1, lock);
    await transact(table, grants.detachWrites(amazonUserId, holder.workspaceId, found));
    const rotated = { sealedRefresh: 'refresh-2', from: found.grant };
    expect(await tokens.complete(holder, 1, { ...renewed(lock.id), rotated })).toBe('overtaken');
    expect(await grants.find(amazonUserId)).toMatchObject({
      grant: { sealedRefresh: 'refresh-2', expiresAt: expect.any(Number) },
      access: { version: 1 },
    });
  });
});

describe('a revocation', () => {
  test('changes nothing when the version is outdated', async () => {
    const { holder, access, amazonUserId } = await aHome({ version: 5 });
    expect(await tokens.revoke(holder, { ...access, version: 4 })).toBe('overtaken');
    expect(await grants.find(amazonUserId)).toMatchObject({ access: { state: 'valid' }, grant: { state: 'valid' } });
  });

  test('changes nothing when the refresh token has been replaced', async () => {
    const { holder, access, amazonUserId } = await aHome();
    expect(await tokens.revoke(holder, access, { grantVersion: 9 })).toBe('overtaken');
    expect(await grants.find(amazonUserId)).toMatchObject({ access: { state: 'valid' }, grant: { state: 'valid' } });
    expect(await tokens.revoke(holder, access, { grantVersion: 1 })).toBe('revoked');
  });

  test('deletes a detached grant on its revocation', async () => {
    const { holder, amazonUserId } = await aHome();
    await transact(table, grants.detachWrites(amazonUserId, holder.workspaceId, await grants.find(amazonUserId)));
    const detached = await grants.find(amazonUserId);
    expect(detached && (await tokens.revoke({ amazonUserId }, detached.access))).toBe('revoked');
    expect(await grants.findGrant(amazonUserId)).toBeUndefined();
    expect(await tokens.findAccess({ amazonUserId })).toBeUndefined();
  });
});

describe('a skill that the gateway does not know', () => {
  const unknownAt = async (holder: TokenHolder) => (await tokens.findAccess(holder))?.unknownAt;

  test('stores with the token that the gateway does not know the skill, and removes it', async () => {
    const { holder, access } = await aHome();
    await tokens.setKnown(holder, access, false);
    expect(await unknownAt(holder)).toMatch(/^20/);
    await tokens.setKnown(holder, access, true);
    expect(await unknownAt(holder)).toBeUndefined();
  });

  test('stores nothing for another version or an ended permission', async () => {
    const { holder, access } = await aHome();
    await tokens.setKnown(holder, { ...access, version: 9 }, false);
    await tokens.revoke(holder, access);
    await tokens.setKnown(holder, access, false);
    expect(await unknownAt(holder)).toBeUndefined();
  });
});

test('stores a region that answered with the token and with the grant', async () => {
  const { holder, access, amazonUserId } = await aHome();
  await tokens.setRegion(holder, access, 'EU');
  expect(await grants.find(amazonUserId)).toMatchObject({ access: { region: 'EU' }, grant: { region: 'EU' } });
  await tokens.setRegion(holder, { ...access, version: 9 }, 'FE');
  expect((await grants.findGrant(amazonUserId))?.region).toBe('EU');
});
