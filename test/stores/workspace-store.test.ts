import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { workspaceKey } from '#functions/data/keys.ts';
import { transact, type Table } from '#functions/data/table.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { creationWrites } from '#functions/data/workspaces/workspace-writes.ts';

import { aTable } from '../support/worlds/a-table.ts';
import { aNewWorkspace } from '../support/worlds/a-workspace.ts';
import { setAttributes } from '../support/worlds/set-attributes.ts';

let table: Table;
let store: ReturnType<typeof createWorkspaceStore>;
const reported: string[] = [];

beforeAll(async () => {
  table = await aTable();
  store = createWorkspaceStore(table, ({ type, fields }) => void reported.push(`${type}: ${fields}`));
});

let ids = 100;
const somebody = () => `user-${(ids += 1)}`;
const create = async (userId: string, name: string) => {
  const id = (ids += 1);
  return { id, outcome: await store.create(aNewWorkspace({ id, userId, name })) };
};

const tokenMadeAt = '2026-11-21T12:00:00.000Z';

test('creates an active workspace without a link, and lists it at once', async () => {
  const userId = somebody();
  const { id, outcome } = await create(userId, 'Casa');
  expect(outcome).toBe('created');
  expect(await store.find(id)).toMatchObject({
    id,
    userId,
    name: 'Casa',
    status: 'ATIVO',
    lastLink: 0,
    triggerCount: 0,
  });
  expect(await store.list(userId)).toHaveLength(1);
});

test('rejects a name that sounds alike, for the same user only', async () => {
  const userId = somebody();
  await create(userId, 'Praia São João');
  expect((await create(userId, '  praia  SAO joao ')).outcome).toBe('nameTaken');
  expect((await create(somebody(), 'Praia São João')).outcome).toBe('created');
  expect(await store.list(userId)).toHaveLength(1);
});

test('creates one of ten concurrent workspaces with the same name', { tags: 'spec-215.2' }, async () => {
  const userId = somebody();
  const made = await Promise.all(Array.from({ length: 10 }, () => create(userId, 'Casa')));
  expect(made.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
  expect(await store.list(userId)).toHaveLength(1);
});

describe('concurrent creations above the limit', () => {
  const many = (userId: string, max: number) =>
    Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        store.create(aNewWorkspace({ id: (ids += 1), userId, name: `Casa ${index}` }), max),
      ),
    );

  test('creates exactly the allowed number of workspaces', { tags: 'threat-workspace-flood' }, async () => {
    const userId = somebody();
    await create(userId, 'Default');
    expect((await many(userId, 4)).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'created'),
      ...Array.from({ length: 5 }, () => 'tooMany'),
    ]);
    expect(await store.list(userId)).toHaveLength(4);
    expect(await store.create(aNewWorkspace({ id: (ids += 1), userId, name: 'Late' }), 4)).toBe('tooMany');
    expect(await store.create(aNewWorkspace({ id: (ids += 1), userId, name: 'Paid' }))).toBe('created');
  });

  test('counts workspaces that were created before the count existed', async () => {
    const userId = somebody();
    const earlier = aNewWorkspace({ id: (ids += 1), userId, name: 'Default' });
    await transact(table, creationWrites(table.name, earlier));
    expect((await many(userId, 2)).filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(await store.list(userId)).toHaveLength(2);
  });

  test('reports a taken name, and does not count that workspace', async () => {
    const userId = somebody();
    await create(userId, 'Casa');
    expect(await store.create(aNewWorkspace({ id: (ids += 1), userId, name: 'Casa' }), 2)).toBe('nameTaken');
    expect(await store.create(aNewWorkspace({ id: (ids += 1), userId, name: 'Praia' }), 2)).toBe('created');
  });
});

test('never overwrites a workspace whose id is in use', async () => {
  const { id } = await create(somebody(), 'Casa');
  const before = await store.find(id);
  expect(await store.create(aNewWorkspace({ id, userId: somebody(), name: 'Other' }))).toBe('idTaken');
  expect(await store.find(id)).toEqual(before);
});

test('lists more than a hundred workspaces completely', async () => {
  const userId = somebody();
  for (let done = 0; done < 120; done += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => create(userId, `Casa ${done + index}`)));
  }
  expect(await store.list(userId)).toHaveLength(120);
});

test('frees the old name and takes the new one on a rename', async () => {
  const userId = somebody();
  const { id } = await create(userId, 'Casa');
  expect(await store.rename({ userId, id }, { from: 'Casa', to: 'Praia' })).toBe('renamed');
  expect((await store.find(id))?.name).toBe('Praia');
  expect(await store.isNameTaken(userId, 'praia')).toBe(true);
  expect(await store.isNameTaken(userId, 'casa')).toBe(false);
  expect((await create(userId, 'Casa')).outcome).toBe('created');
});

test('keeps the reserved name when the new name sounds alike', async () => {
  const userId = somebody();
  const { id } = await create(userId, 'casa');
  expect(await store.rename({ userId, id }, { from: 'casa', to: 'Casa' })).toBe('renamed');
  expect((await store.find(id))?.name).toBe('Casa');
  expect(await store.isNameTaken(userId, 'casa')).toBe(true);
});

test('changes nothing on a rename to a taken name', async () => {
  const userId = somebody();
  await create(userId, 'Praia');
  const { id } = await create(userId, 'Casa');
  expect(await store.rename({ userId, id }, { from: 'Casa', to: 'praia' })).toBe('nameTaken');
  expect((await store.find(id))?.name).toBe('Casa');
  expect(await store.isNameTaken(userId, 'casa')).toBe(true);
});

test('changes nothing on a rename from an outdated name or by another user', async () => {
  const userId = somebody();
  const { id } = await create(userId, 'Casa');
  expect(await store.rename({ userId, id }, { from: 'Older', to: 'Praia' })).toBe('changed');
  expect(await store.rename({ userId: somebody(), id }, { from: 'Casa', to: 'Praia' })).toBe('changed');
  expect((await store.find(id))?.name).toBe('Casa');
  expect(await store.isNameTaken(userId, 'praia')).toBe(false);
});

test('takes exactly one name on two concurrent renames', async () => {
  const userId = somebody();
  const { id } = await create(userId, 'Casa');
  const outcomes = await Promise.all(
    ['Praia', 'Serra'].map((to) => store.rename({ userId, id }, { from: 'Casa', to })),
  );
  expect(outcomes.sort()).toEqual(['changed', 'renamed']);
  const taken = await Promise.all(['praia', 'serra', 'casa'].map((name) => store.isNameTaken(userId, name)));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

test('activates a workspace and replaces its token only for its own user', async () => {
  const userId = somebody();
  const { id } = await create(userId, 'Casa');
  await setAttributes(table, workspaceKey(id), { status: 'INATIVO' });
  const token = { tokenHash: 'new hash', tokenSealed: 'new seal', tokenMadeAt };
  expect(await store.activate({ userId: somebody(), id })).toBe('notFound');
  expect(await store.replaceToken({ userId: somebody(), id }, token)).toBe('notFound');
  expect(await store.find(id)).toMatchObject({ status: 'INATIVO', tokenHash: 'hash' });
  expect(await store.activate({ userId, id })).toBe('done');
  expect(await store.replaceToken({ userId, id }, token)).toBe('done');
  expect(await store.find(id)).toMatchObject({ status: 'ATIVO', ...token });
});

test('keeps the previous token until its time, and ends it for good when requested', async () => {
  const userId = somebody();
  const { id } = await create(userId, 'Casa');
  const oldTokenUntil = '2026-11-21T12:00:00.000Z';
  const token = { tokenHash: 'second', tokenSealed: 'second', tokenMadeAt };
  expect(await store.replaceToken({ userId, id }, { ...token, oldTokenUntil })).toBe('done');
  expect(await store.find(id)).toMatchObject({ ...token, oldTokenHash: 'hash', oldTokenUntil });
  expect(await store.replaceToken({ userId, id }, { ...token, tokenHash: 'third', oldTokenUntil })).toBe('done');
  expect(await store.find(id)).toMatchObject({ tokenHash: 'third', oldTokenHash: 'second', oldTokenUntil });
  expect(await store.replaceToken({ userId, id }, { ...token, tokenHash: 'fourth' })).toBe('done');
  const found = await store.find(id);
  expect(found?.tokenHash).toBe('fourth');
  expect(found).not.toHaveProperty('oldTokenHash');
  expect(found).not.toHaveProperty('oldTokenUntil');
});

test('creates no partial item when an unknown workspace is changed', async () => {
  const mine = { userId: 'ana', id: 999_999 };
  expect(await store.activate(mine)).toBe('notFound');
  expect(await store.replaceToken(mine, { tokenHash: 'x', tokenSealed: 'x', tokenMadeAt })).toBe('notFound');
  expect(await store.rename(mine, { from: 'Casa', to: 'Praia' })).toBe('changed');
  expect(await store.find(999_999)).toBeUndefined();
});

test('omits an unreadable workspace from the list, and reports the field without its value', async () => {
  const userId = somebody();
  await create(userId, 'Casa');
  const { id } = await create(userId, 'Broken');
  const Item = { ...workspaceKey(id), type: 'workspace', id, name: 'Broken', status: 'ASLEEP', userId };
  await table.doc.send(new PutCommand({ TableName: table.name, Item }));
  expect((await store.list(userId)).map(({ name }) => name)).toEqual(['Casa']);
  expect(reported.at(-1)).toMatch(/^workspace: .*status/);
  expect(reported.at(-1)).not.toContain('ASLEEP');
});
