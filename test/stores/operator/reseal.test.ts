import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';

import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { tokenOwner } from '#functions/data/items/grant-item.ts';
import { linePartition, workspacePartition } from '#functions/data/keys.ts';
import { createSealedStore, type SealedStore } from '#functions/data/sealed-store.ts';
import { transact, type Table } from '#functions/data/table.ts';
import { createInstanceStore, linePut } from '#functions/data/whatsapp/instance-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { reseal } from '#functions/jobs/reseal.ts';
import { createSeal, type Seal } from '#functions/platform/secrets/seal.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';

import { addLinkedWorkspace } from '../../support/worlds/a-linked-workspace.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';

const clock = aClock();
const minute = 60_000;
const keys = { old: Buffer.alloc(32, 1).toString('base64url'), new: Buffer.alloc(32, 2).toString('base64url') };

function sealWith(current: 'old' | 'new', known: Partial<typeof keys> = keys): Seal {
  const set = { current, keys: Object.fromEntries(Object.entries(known)) };
  const secret = () => Promise.resolve(set);
  return createSeal({ encryption: secret, renewEncryption: secret });
}

let table: Table;
let sealed: SealedStore;
let logged: { event: string; details: unknown }[];

beforeEach(async () => {
  table = await aTable();
  sealed = createSealedStore(table);
  logged = [];
});

const amazonUserId = (id: number): string => `amzn1.account.${id}`;

/** Stores a workspace with values that are sealed with the old key. */
async function settle(id: number): Promise<void> {
  const seal = sealWith('old');
  const tokenSealed = await seal.seal(`webhook-${id}`, workspacePartition(id));
  await addLinkedWorkspace(table, { id, tokenSealed });
  const owner = tokenOwner(amazonUserId(id));
  await table.doc.send(
    new PutCommand({
      TableName: table.name,
      Item: { pk: owner, sk: 'LINK', type: 'link', amazonUserId: amazonUserId(id), workspaceId: id },
    }),
  );
  await createGrantStore(table, clock.now).accept({
    amazonUserId: amazonUserId(id),
    sealedAccess: await seal.seal(`access-${id}`, owner),
    sealedRefresh: await seal.seal(`refresh-${id}`, owner),
    tokenExpiresAt: new Date(clock.now().getTime() + 60 * minute),
    region: 'NA',
    workspaceId: id,
  });
  const lineHash = `line-${id}`;
  const sealedSecret = await seal.seal(`secret-${id}`, linePartition(lineHash));
  const life = { instanceId: id, workspaceId: id, generation: 1, shardId: 'main' };
  await transact(table, [linePut(table, lineHash, { ...life, sealedSecret })]);
}

const run = (seal: Seal, store: SealedStore = sealed, ms = minute) =>
  reseal(
    { sealed: store, seal, now: clock.now, log: (event, details) => void logged.push({ event, details }) },
    deadlineIn(clock.now, ms),
  );

/** Starts with the new key. An hour later every process has it. */
async function rotate(): Promise<void> {
  await run(sealWith('new'));
  clock.advance(61 * minute);
}

/** Opens the values with the new key alone. */
async function opened(id: number): Promise<string[]> {
  const seal = sealWith('new', { new: keys.new });
  const grants = createGrantStore(table, clock.now);
  const found = await grants.find(amazonUserId(id));
  const workspace = await createWorkspaceStore(table).find(id);
  const owner = tokenOwner(amazonUserId(id));
  const line = await createInstanceStore(table, clock.now).findLine(`line-${id}`);
  return Promise.all([
    seal.open(workspace?.tokenSealed ?? '', workspacePartition(id)),
    seal.open(found?.access.sealed ?? '', owner),
    seal.open(found?.grant.sealedRefresh ?? '', owner),
    seal.open(line?.sealedSecret ?? '', linePartition(`line-${id}`)),
  ]);
}

const opensTo = (id: number): string[] => [`webhook-${id}`, `access-${id}`, `refresh-${id}`, `secret-${id}`];

describe('a new current key', () => {
  test('reseals every value, so that it opens without the old key', async () => {
    const ids = Array.from({ length: 90 }, (_, index) => index + 1);
    await Promise.all(ids.map(settle));
    await rotate();
    await run(sealWith('new'));
    for (const id of ids) expect(await opened(id)).toEqual(opensTo(id));
    expect(logged.at(-1)).toEqual({ event: 'reseal.done', details: { key: 'new', changed: 0 } });
  });

  test('does nothing during the first hour, in which other processes still seal with the old key', async () => {
    await settle(1);
    await run(sealWith('new'));
    await run(sealWith('new'));
    await expect(opened(1)).rejects.toThrow('The key is not known.');
  });

  test('continues a run that ended early, and reads no page once all is done', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, index) => settle(index + 1)));
    await rotate();
    let pages = 0;
    const counting: SealedStore = {
      ...sealed,
      async page(from) {
        pages += 1;
        const page = await sealed.page(from);
        // Each page uses up the time.
        clock.advance(2 * minute);
        return page;
      },
    };
    for (let round = 0; round < 20 && logged.at(-1)?.event !== 'reseal.done'; round += 1) {
      await run(sealWith('new'), counting);
    }
    expect(logged.at(-1)?.event).toBe('reseal.done');
    expect(logged.filter(({ event }) => event === 'reseal.walked').length).toBeGreaterThan(2);
    expect(await opened(120)).toEqual(opensTo(120));
    pages = 0;
    await run(sealWith('new'), counting);
    expect(pages).toBe(0);
  });

  test('keeps a token that was renewed concurrently', async () => {
    await settle(1);
    await rotate();
    const racing: SealedStore = {
      ...sealed,
      async replace(value, anew) {
        if (value.field === 'tokenSealed') {
          const mine = { userId: 'ana', id: 1 };
          const tokenSealed = await sealWith('new').seal('webhook-rotated', workspacePartition(1));
          await createWorkspaceStore(table).replaceToken(mine, {
            tokenHash: 'other',
            tokenSealed,
            tokenMadeAt: clock.now().toISOString(),
          });
        }
        return sealed.replace(value, anew);
      },
    };
    await run(sealWith('new'), racing);
    expect((await opened(1))[0]).toBe('webhook-rotated');
  });

  test('reports a value that no key opens without its content, and continues with the others', async () => {
    await settle(1);
    await addLinkedWorkspace(table, { id: 2, tokenSealed: 'not sealed at all' });
    await rotate();
    await run(sealWith('new'));
    expect(logged).toContainEqual({ event: 'reseal.broken', details: { item: 'WORKSPACE', field: 'tokenSealed' } });
    expect(logged.at(-1)?.event).toBe('reseal.done');
    expect(await opened(1)).toEqual(opensTo(1));
  });
});
