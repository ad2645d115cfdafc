import { beforeAll, beforeEach, expect, test } from 'vitest';

import type { Holder } from '#functions/alexa/link-amazon-account.ts';
import type { Table } from '#functions/data/table.ts';

import { atEveryWrite, lived } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aFakeAlexa, type FakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';

const clock = aClock();
let table: Table;
beforeAll(async () => void (table = await aTable()));

let last = 0;
type Scene = {
  world: AlexaWorld;
  fakeAlexa: FakeAlexa;
  squatter: string;
  owner: string;
  theirs: number;
  mine: number;
  account: string;
  from: Holder;
};
let scene: Scene;

/** A squatter's workspace has the account and a trigger. The owner's workspace has nothing. */
async function aScene(): Promise<Scene> {
  last += 10;
  const fakeAlexa = aFakeAlexa();
  const world = alexaWorld(table, fakeAlexa, clock);
  const [squatter, owner, account] = [`squatter-${last}`, `owner-${last}`, `amzn1.account.moved${last}`];
  const [theirs, mine] = [last, last + 1];
  await world.addWorkspace(theirs, squatter, true);
  await world.addWorkspace(mine, owner, true);
  await world.link(squatter, theirs, account);
  await world.enableSkill(account);
  await world.createTrigger(theirs, 'Front door');
  await world.settle();
  return { world, fakeAlexa, squatter, owner, theirs, mine, account, from: { workspaceId: theirs, link: 1 } };
}

beforeEach(async () => void (scene = await aScene()));

test('links a moved account here with its grant, and ends the link of the other workspace as on unlinking', async () => {
  const { world, fakeAlexa, owner, theirs, mine, account, from } = scene;
  expect(await world.move(owner, mine, account, from)).toEqual({ outcome: 'linked' });
  await world.settle();
  expect(await world.links.find(account)).toMatchObject({ workspaceId: mine });
  expect((await world.grants.find(account))?.grant.workspaceId).toBe(mine);
  expect(await world.workspaces.find(theirs)).toMatchObject({ status: 'ATIVO', triggerCount: 0 });
  expect((await world.workspaces.find(theirs))?.link).toBeUndefined();
  for (const prefix of ['TRIGGER#', 'TRGNAME#', 'TRGTEXT#'] as const) {
    expect(await world.leftovers(theirs, prefix)).toEqual([]);
  }
  expect(fakeAlexa.listOf(account)).toEqual([]);
  expect(await world.moved.find(theirs)).toMatchObject({ link: 1, at: expect.any(String) });
});

test('reports devices created after the move to Alexa', async () => {
  const { world, fakeAlexa, owner, mine, account, from } = scene;
  await world.move(owner, mine, account, from);
  await world.createTrigger(mine, 'Good night');
  await world.settle();
  expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
});

test('sends the owner of the other workspace one mail at their own address', async () => {
  const { world, owner, squatter, mine, account, from } = scene;
  await world.users.keepProfile(squatter, { name: 'Squatter', email: 'squatter@example.com' });
  await world.move(owner, mine, account, from);
  await world.settle();
  expect(world.post.mails).toMatchObject([{ to: 'squatter@example.com', subject: expect.stringContaining('moved') }]);
});

test('sends no mail to the address of the moved Amazon account', async () => {
  const { world, owner, squatter, mine, account, from } = scene;
  await world.move(owner, mine, account, from);
  await world.settle();
  expect(world.post.mails.map(({ to }) => to)).toEqual([`${squatter}@example.com`]);
});

test('links an account that no workspace has, and renews one that is linked here', async () => {
  const { world, owner, squatter, theirs, mine, account, from } = scene;
  await world.unlink(squatter, theirs);
  expect(await world.move(owner, mine, account, from)).toEqual({ outcome: 'linked' });
  expect(await world.move(owner, mine, account, from)).toEqual({ outcome: 'renewed' });
  expect(await world.moved.find(theirs)).toBeUndefined();
});

test('moves no account to a workspace that has another account or another owner', async () => {
  const { world, owner, squatter, theirs, mine, account, from } = scene;
  expect(await world.move(squatter, mine, account, from)).toEqual({ outcome: 'workspaceNotFound' });
  await world.link(owner, mine, `${account}-own`);
  expect(await world.move(owner, mine, account, from)).toEqual({ outcome: 'otherAccountLinked' });
  expect(await world.links.find(account)).toMatchObject({ workspaceId: theirs });
  expect(await world.triggerNames(theirs)).toEqual(['Front door']);
});

test('keeps a link that began after the user agreed to the move', async () => {
  const { world, owner, squatter, theirs, mine, account, from } = scene;
  await world.unlink(squatter, theirs);
  await world.link(squatter, theirs, account);
  expect(await world.move(owner, mine, account, from)).toMatchObject({ outcome: 'accountInUse' });
  expect(await world.links.find(account)).toMatchObject({ workspaceId: theirs, link: 2 });
});

test('keeps the link of another workspace than the one shown to the user', async () => {
  const { world, owner, theirs, mine, account, from } = scene;
  const elsewhere = { ...from, workspaceId: mine + 5 };
  expect(await world.move(owner, mine, account, elsewhere)).toMatchObject({ outcome: 'accountInUse' });
  expect(await world.triggerNames(theirs)).toEqual(['Front door']);
});

test('gives the account to one of two workspaces that move it concurrently', async () => {
  const { world, owner, theirs, mine, account, from } = scene;
  const third = mine + 1;
  await world.addWorkspace(third, owner);
  await Promise.allSettled([world.move(owner, mine, account, from), world.move(owner, third, account, from)]);
  await world.settle();
  const holder = (await world.links.find(account))?.workspaceId;
  expect([mine, third]).toContain(holder);
  for (const id of [theirs, mine, third]) {
    expect((await world.workspaces.find(id))?.link?.amazonUserId).toBe(id === holder ? account : undefined);
  }
});

test('survives a crash at every write of a move, and completes on the next attempt', async () => {
  const writes = await atEveryWrite(async (allowed) => {
    const { world, fakeAlexa, owner, theirs, mine, account, from } = await aScene();
    const dying = alexaWorld(crashingTable(table, allowed), fakeAlexa, clock);
    const end = await lived(dying.move(owner, mine, account, from));
    clock.advance(120_000);
    const holder = (await world.links.find(account))?.workspaceId;
    expect((await world.workspaces.find(theirs))?.link === undefined).toBe(holder !== theirs);
    expect(['linked', 'renewed']).toContain((await world.move(owner, mine, account, from)).outcome);
    await world.settle();
    expect((await world.grants.find(account))?.grant.workspaceId).toBe(mine);
    expect(fakeAlexa.listOf(account)).toEqual([]);
    return end;
  });
  expect(writes).toBeGreaterThan(1);
});
