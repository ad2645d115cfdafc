import { beforeAll, describe, expect, test } from 'vitest';

import {
  createConnectingStore,
  type ConnectingStore,
  type EnablingFlow,
} from '#functions/data/alexa/connecting-store.ts';
import { skillOff } from '#functions/data/items/grant-item.ts';
import type { Table } from '#functions/data/table.ts';

import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';

const clock = aClock();
let table: Table;
let world: AlexaWorld;
let store: ConnectingStore;
let last = 0;

beforeAll(async () => {
  table = await aTable();
  world = alexaWorld(table, aFakeAlexa(), clock);
  store = createConnectingStore(table, clock.now);
});

/** A linked workspace, and an enabling flow for it that has not started. */
async function aLink(): Promise<EnablingFlow & { user: string }> {
  last += 1;
  const [workspaceId, user, amazonUserId] = [last, `u-${last}`, `amzn1.account.${last}`];
  await world.addWorkspace(workspaceId, user, true);
  await world.link(user, workspaceId, amazonUserId);
  return { chainId: `chain-${last}`, workspaceId, link: 1, amazonUserId, user };
}

async function aChain() {
  const chain = await aLink();
  expect(await store.begin(chain)).toBe('begun');
  return chain;
}

const revoke = async ({ workspaceId, amazonUserId }: EnablingFlow) => {
  await world.enableSkill(amazonUserId);
  const access = await world.tokens.findAccess({ workspaceId });
  if (!access) throw new Error('there is no grant');
  await world.tokens.revoke({ workspaceId }, access);
  const revoked = await world.tokens.findAccess({ workspaceId });
  expect(revoked?.state).toBe('revoked');
  return revoked;
};
const refusedAt = async ({ workspaceId }: EnablingFlow) => ({
  grant: (await world.tokens.findAccess({ workspaceId }))?.reconnectRefusedAt,
  link: (await world.workspaces.find(workspaceId))?.link?.reconnectRefusedAt,
});

describe('a chain', () => {
  test('finds a chain with its pending step and its start', async () => {
    const { user: _, ...chain } = await aChain();
    expect(await store.find(chain.workspaceId)).toMatchObject({
      ...chain,
      step: 'allow',
      since: clock.now().toISOString(),
    });
    clock.advance(5_000);
    expect(await store.advance(chain, 'grant', { wasEnabled: true })).toBe('done');
    expect(await store.find(chain.workspaceId)).toMatchObject({
      step: 'grant',
      wasEnabled: true,
      since: clock.now().toISOString(),
    });
  });

  test('expires a chain ten minutes after its last step', async () => {
    const chain = await aChain();
    clock.advance(9 * 60_000);
    await store.advance(chain, 'enable');
    clock.advance(9 * 60_000);
    expect(await store.find(chain.workspaceId)).toMatchObject({ step: 'enable' });
    clock.advance(60_000);
    expect(await store.find(chain.workspaceId)).toBeUndefined();
  });

  test('keeps a chain that waits for its grant for a day, so that the help does not disappear', async () => {
    const chain = await aChain();
    await store.advance(chain, 'grant', { wasEnabled: true });
    await store.noteEnabled(chain, {});
    clock.advance(24 * 3_600_000 - 1000);
    expect(await store.find(chain.workspaceId)).toMatchObject({ step: 'grant', wasEnabled: true, isEnabled: true });
    clock.advance(1000);
    expect(await store.find(chain.workspaceId)).toBeUndefined();
  });

  test('begins a chain for the present link only', async () => {
    const chain = await aLink();
    await world.unlink(chain.user, chain.workspaceId);
    expect(await store.begin(chain)).toBe('linkChanged');
    expect(await store.find(chain.workspaceId)).toBeUndefined();
  });

  test('replaces an older chain, which changes nothing any more', async () => {
    const older = await aChain();
    const newer = { ...older, chainId: 'newer' };
    await store.begin(newer);
    expect([
      await store.advance(older, 'grant'),
      await store.fail(older, 'amazon.allowDeclined'),
      await store.refuse(older, undefined),
    ]).toEqual(['replaced', 'replaced', 'replaced']);
    await store.end(older);
    const found = await store.find(older.workspaceId);
    expect(found).toMatchObject({ chainId: 'newer', step: 'allow' });
    expect(found).not.toHaveProperty('problem');
  });

  test('ignores changes of a canceled chain, and cancels twice without an error', async () => {
    const chain = await aChain();
    await store.cancel(chain.workspaceId);
    await store.cancel(chain.workspaceId);
    expect(await store.advance(chain, 'enable')).toBe('replaced');
    expect(await store.find(chain.workspaceId)).toBeUndefined();
  });

  test('keeps the start of the step when a chain ends with a problem', async () => {
    const chain = await aChain();
    const since = clock.now().toISOString();
    clock.advance(1_000);
    await store.fail(chain, 'amazon.allowDeclined');
    expect(await store.find(chain.workspaceId)).toMatchObject({ since, problem: 'amazon.allowDeclined' });
  });

  test('does not find an ended chain, and can begin one with a problem', async () => {
    const chain = await aChain();
    await store.end(chain);
    expect(await store.find(chain.workspaceId)).toBeUndefined();
    await store.begin(chain, { problem: 'amazon.connectTooOften' });
    expect(await store.find(chain.workspaceId)).toMatchObject({ problem: 'amazon.connectTooOften' });
  });
});

describe('a skill that we disabled', () => {
  const offOf = async ({ workspaceId }: EnablingFlow) => {
    const link = (await world.workspaces.find(workspaceId))?.link;
    return link && skillOff(link, await world.tokens.findAccess({ workspaceId }));
  };

  test('keeps the skill off when its chain expires, is replaced or is canceled', async () => {
    const chain = await aChain();
    await store.noteOff(chain, 'disabled');
    await store.fail(chain, 'amazon.enablementRefused');
    await store.begin({ ...chain, chainId: 'newer' });
    await store.cancel(chain.workspaceId);
    clock.advance(400 * 24 * 3_600_000);
    expect(await store.find(chain.workspaceId)).toBeUndefined();
    expect(await offOf(chain)).toEqual({ isOff: true });
  });

  test('marks the skill as possibly off before the request to Alexa, and as off when the answer confirms it', async () => {
    const chain = await aChain();
    await store.noteOff(chain, 'asked');
    expect(await offOf(chain)).toEqual({ mayBeOff: true });
    await store.noteOff(chain, 'disabled');
    expect(await offOf(chain)).toEqual({ isOff: true });
  });

  test('removes the mark "possibly off" when Alexa did nothing, and keeps the mark of another request', async () => {
    const chain = await aChain();
    const asked = await store.noteOff(chain, 'asked');
    clock.advance(1_000);
    const later = await store.noteOff(chain, 'asked');
    await store.withdrawOff(chain, asked ?? '');
    expect(await offOf(chain)).toEqual({ mayBeOff: true });
    await store.withdrawOff(chain, later ?? '');
    await store.withdrawOff(chain, later ?? '');
    expect(await offOf(chain)).toEqual({});
    await store.withdrawOff(chain, (await store.noteOff(chain, 'disabled')) ?? '');
    expect(await offOf(chain)).toEqual({ isOff: true });
  });

  test('removes the mark "off" when Alexa reports the skill as enabled', async () => {
    const chain = await aChain();
    await store.noteOff(chain, 'disabled');
    await store.clearOff({ ...chain, link: chain.link + 1 });
    expect(await offOf(chain)).toEqual({ isOff: true });
    await store.clearOff(chain);
    await store.clearOff(chain);
    expect(await offOf(chain)).toEqual({});
  });

  test('ignores the mark "off" when a newer grant has arrived, even if that grant has ended', async () => {
    const chain = await aChain();
    await store.noteOff(chain, 'disabled');
    clock.advance(1_000);
    await revoke(chain);
    expect(await offOf(chain)).toEqual({});
  });

  test('marks the skill as off only for the current link', async () => {
    const chain = await aChain();
    await world.unlink(chain.user, chain.workspaceId);
    await store.noteOff(chain, 'disabled');
    await world.link(chain.user, chain.workspaceId, chain.amazonUserId);
    await store.noteOff(chain, 'disabled');
    expect(await offOf(chain)).toEqual({});
  });
});

describe('a refusal of Amazon', () => {
  test('stores a refusal with the ended grant until a new grant arrives', async () => {
    const chain = await aChain();
    const revoked = await revoke(chain);
    expect(await store.refuse(chain, revoked)).toBe('done');
    expect(await store.find(chain.workspaceId)).toMatchObject({ problem: 'amazon.enablementRefused' });
    expect(await refusedAt(chain)).toEqual({ grant: clock.now().toISOString(), link: undefined });
    await world.enableSkill(chain.amazonUserId);
    expect(await refusedAt(chain)).toEqual({ grant: undefined, link: undefined });
  });

  test('stores a refusal with a valid grant while the gateway does not know the skill', async () => {
    const chain = await aChain();
    await world.enableSkill(chain.amazonUserId);
    const access = await world.tokens.findAccess(chain);
    if (!access) throw new Error('there is no grant');
    await world.tokens.setKnown(chain, access, false);
    await store.refuse(chain, access);
    expect(await refusedAt(chain)).toEqual({ grant: clock.now().toISOString(), link: undefined });
    await world.enableSkill(chain.amazonUserId);
    const after = await world.tokens.findAccess(chain);
    expect([after?.unknownAt, after?.reconnectRefusedAt]).toEqual([undefined, undefined]);
  });

  test('stores a refusal with the link in absence of a grant, until the link ends', async () => {
    const chain = await aChain();
    expect(await store.refuse(chain, undefined)).toBe('done');
    expect(await refusedAt(chain)).toEqual({ grant: undefined, link: clock.now().toISOString() });
    await world.unlink(chain.user, chain.workspaceId);
    await world.link(chain.user, chain.workspaceId, chain.amazonUserId);
    expect(await refusedAt(chain)).toEqual({ grant: undefined, link: undefined });
  });

  test('leaves out a grant that arrived in between', async () => {
    const chain = await aChain();
    const revoked = await revoke(chain);
    clock.advance(1_000);
    await world.enableSkill(chain.amazonUserId);
    expect(await store.refuse(chain, revoked)).toBe('done');
    expect(await refusedAt(chain)).toEqual({ grant: undefined, link: undefined });
  });

  test('leaves out a newer link', async () => {
    const chain = await aChain();
    await world.unlink(chain.user, chain.workspaceId);
    await world.link(chain.user, chain.workspaceId, chain.amazonUserId);
    await store.refuse(chain, undefined);
    expect(await refusedAt(chain)).toEqual({ grant: undefined, link: undefined });
  });
});

test('counts five of many concurrent starts within an hour, and five again in the next', async () => {
  const user = 'u-many';
  const startAll = async () => {
    const counts = await Promise.all(Array.from({ length: 12 }, () => store.count(user)));
    return counts.filter((each) => each === 'counted').length;
  };
  expect(await store.isOverLimit(user)).toBe(false);
  expect(await startAll()).toBe(5);
  expect(await store.isOverLimit(user)).toBe(true);
  expect(await store.count('u-another')).toBe('counted');
  expect(await store.isOverLimit('u-another')).toBe(false);
  clock.advance(3_600_000);
  expect(await store.isOverLimit(user)).toBe(false);
  expect(await startAll()).toBe(5);
});
