import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { createGrantStore, type GrantStore } from '#functions/data/alexa/grant-store.ts';
import { createTokenStore, type TokenStore } from '#functions/data/alexa/token-store.ts';
import { linkKey } from '#functions/data/keys.ts';
import { transact, type Table } from '#functions/data/table.ts';

import { aTable } from '../../support/worlds/a-table.ts';

const day = 86_400_000;
let at = Date.now();
const now = (): Date => new Date(at);
let table: Table;
let grants: GrantStore;
let tokens: TokenStore;
let last = 0;

beforeAll(async () => {
  table = await aTable();
  grants = createGrantStore(table, now);
  tokens = createTokenStore(table, now);
});

const somebody = () => ({ workspaceId: (last += 1), amazonUserId: `amzn1.${last}` });
type Somebody = ReturnType<typeof somebody>;

const accept = ({ amazonUserId }: Somebody, workspaceId?: number, name = '1') => {
  at += 1;
  const tokenExpiresAt = new Date(at + 3_600_000);
  return grants.accept({
    amazonUserId,
    tokenExpiresAt,
    region: 'NA',
    workspaceId,
    sealedAccess: `access-${name}`,
    sealedRefresh: `refresh-${name}`,
  });
};
const link = ({ amazonUserId, workspaceId }: Somebody) =>
  table.doc.send(
    new PutCommand({ TableName: table.name, Item: { ...linkKey(amazonUserId), type: 'link', workspaceId, link: 1 } }),
  );

describe('an arriving grant', () => {
  test('stores the grant of a linked account with its workspace and without an expiry', async () => {
    const ana = somebody();
    await link(ana);
    expect(await accept(ana, ana.workspaceId)).toBe('accepted');
    expect(await grants.find(ana.amazonUserId)).toMatchObject({
      grant: { sealedRefresh: 'refresh-1', workspaceId: ana.workspaceId, state: 'valid' },
      access: { sealed: 'access-1', region: 'NA', state: 'valid' },
    });
    expect(await tokens.findAccess({ workspaceId: ana.workspaceId })).toMatchObject({ sealed: 'access-1' });
    expect((await grants.findGrant(ana.amazonUserId))?.expiresAt).toBeUndefined();
  });

  test('stores the grant of an account that is not linked for 30 days', async () => {
    const ana = somebody();
    expect(await accept(ana)).toBe('accepted');
    expect(await grants.find(ana.amazonUserId)).toMatchObject({ grant: { sealedRefresh: 'refresh-1' } });
    at += 30 * day;
    expect(await grants.find(ana.amazonUserId)).toBeUndefined();
  });

  test('rejects a grant when the link changed in between, in either direction', async () => {
    const ana = somebody();
    expect(await accept(ana, ana.workspaceId)).toBe('linkChanged');
    await link(ana);
    expect(await accept(ana)).toBe('linkChanged');
    expect(await grants.find(ana.amazonUserId)).toBeUndefined();
  });

  test('replaces an older or revoked grant, always with a new version', async () => {
    const ana = somebody();
    await link(ana);
    await accept(ana, ana.workspaceId);
    const first = await grants.find(ana.amazonUserId);
    if (first) await tokens.revoke({ workspaceId: ana.workspaceId }, first.access);
    await accept(ana, ana.workspaceId, '2');
    const second = await grants.find(ana.amazonUserId);
    expect(second).toMatchObject({ access: { sealed: 'access-2', state: 'valid' }, grant: { state: 'valid' } });
    expect(second?.access.version).toBeGreaterThan(first?.access.version ?? Infinity);
  });
});

describe('linking and unlinking', () => {
  test('attaches a pending grant, and detaches it again unchanged', async () => {
    const ana = somebody();
    await accept(ana);
    const waiting = await grants.find(ana.amazonUserId);
    expect(await transact(table, grants.attachWrites(ana.amazonUserId, ana.workspaceId, waiting))).toBe('done');
    expect(await tokens.findAccess({ workspaceId: ana.workspaceId })).toMatchObject({ sealed: 'access-1' });
    expect(await tokens.findAccess({ amazonUserId: ana.amazonUserId })).toBeUndefined();
    const attached = await grants.find(ana.amazonUserId);
    expect(attached?.access.expiresAt).toBeUndefined();

    expect(await transact(table, grants.detachWrites(ana.amazonUserId, ana.workspaceId, attached))).toBe('done');
    expect(await tokens.findAccess({ workspaceId: ana.workspaceId })).toBeUndefined();
    const detached = await grants.find(ana.amazonUserId);
    expect(detached?.access).toMatchObject({ sealed: 'access-1', expiresAt: expect.any(Number) });
    expect(detached?.grant).not.toHaveProperty('workspaceId');
  });

  test('deletes a revoked grant on unlinking', async () => {
    const ana = somebody();
    await link(ana);
    await accept(ana, ana.workspaceId);
    const before = await grants.find(ana.amazonUserId);
    if (before) await tokens.revoke({ workspaceId: ana.workspaceId }, before.access);
    const revoked = await grants.find(ana.amazonUserId);
    expect(await transact(table, grants.detachWrites(ana.amazonUserId, ana.workspaceId, revoked))).toBe('done');
    expect(await grants.find(ana.amazonUserId)).toBeUndefined();
    expect(await tokens.findAccess({ workspaceId: ana.workspaceId })).toBeUndefined();
  });

  test('does nothing when a grant was added, changed or removed since it was read', async () => {
    const ana = somebody();
    const writes = grants.attachWrites(ana.amazonUserId, ana.workspaceId, undefined);
    await accept(ana);
    expect(await transact(table, writes)).not.toBe('done');
    const seen = await grants.find(ana.amazonUserId);
    await accept(ana, undefined, '2');
    expect(await transact(table, grants.attachWrites(ana.amazonUserId, ana.workspaceId, seen))).not.toBe('done');
    expect(await tokens.findAccess({ workspaceId: ana.workspaceId })).toBeUndefined();
  });

  test('succeeds without any grant', async () => {
    const ana = somebody();
    expect(await transact(table, grants.attachWrites(ana.amazonUserId, ana.workspaceId, undefined))).toBe('done');
    expect(await transact(table, grants.detachWrites(ana.amazonUserId, ana.workspaceId, undefined))).toBe('done');
  });
});
