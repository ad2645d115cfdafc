import { beforeAll, expect, test } from 'vitest';

import { outboxPrefix } from '#functions/data/keys.ts';
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

type Scene = { world: AlexaWorld; fakeAlexa: FakeAlexa; user: string; home: number; extra: number; account: string };

async function aScene(): Promise<Scene> {
  last += 10;
  const fakeAlexa = aFakeAlexa();
  const world = alexaWorld(table, fakeAlexa, clock);
  const scene = { world, fakeAlexa, user: `u-${last}`, home: last, extra: last + 1, account: `amzn1.account.${last}` };
  await world.addWorkspace(scene.home, scene.user, true);
  await world.addWorkspace(scene.extra, scene.user);
  await world.link(scene.user, scene.extra, scene.account);
  await world.enableSkill(scene.account);
  await world.createTrigger(scene.extra, 'Good night');
  await world.createTrigger(scene.extra, 'Good morning');
  await world.settle();
  return scene;
}

const survivesEveryCrash = (
  act: (scene: Scene, dying: AlexaWorld) => Promise<unknown>,
  look: (scene: Scene) => Promise<void>,
  prepare: (scene: Scene) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> =>
  atEveryWrite(async (writes) => {
    const scene = await aScene();
    await prepare(scene);
    const dying = alexaWorld(crashingTable(table, writes), scene.fakeAlexa, clock);
    const end = await lived(act(scene, dying));
    // Leases and locks of the dead process expire.
    clock.advance(120_000);
    await look(scene);
    return end;
  });

/** Expects workspace, account lock and grant to agree, and the worker to finish the rest. */
async function expectRepaired({ world, fakeAlexa, extra, account }: Scene): Promise<void> {
  const link = (await world.workspaces.find(extra))?.link;
  const lock = await world.links.find(account);
  expect(lock?.workspaceId).toBe(link && extra);
  expect((await world.grants.find(account))?.grant.workspaceId).toBe(link && extra);
  await world.settle();
  expect(fakeAlexa.listOf(account)).toEqual(await world.triggerNames(extra));
  for (const prefix of ['TRIGGER#', 'TRGNAME#', 'TRGTEXT#'] as const) {
    expect(await world.leftovers(extra, prefix)).toHaveLength(link ? (await world.triggerNames(extra)).length : 0);
  }
}

test('survives a crash at every write of unlinking', { tags: 'spec-192.1' }, async () => {
  const writes = await survivesEveryCrash(
    ({ user, extra }, dying) => dying.unlink(user, extra),
    (scene) => expectRepaired(scene),
  );
  expect(writes).toBeGreaterThan(0);
});

test(
  'either completes or does not start a deactivation that crashes at any write',
  { tags: ['spec-178.2', 'spec-255.1'] },
  async () => {
    await survivesEveryCrash(
      ({ user, extra }, dying) => dying.deactivate(user, extra),
      async (scene) => {
        const { status, link } = (await scene.world.workspaces.find(scene.extra)) ?? {};
        expect(status).toBe(link ? 'ATIVO' : 'INATIVO');
        await expectRepaired(scene);
      },
    );
  },
);

test('survives a crash at every write of linking', async () => {
  const writes = await survivesEveryCrash(
    ({ user, extra, account }, dying) => dying.link(user, extra, account),
    (scene) => expectRepaired(scene),
    ({ world, user, extra }) => world.unlink(user, extra),
  );
  expect(writes).toBeGreaterThan(0);
});

test('recovers when a worker dies at any write while it reports new and removed devices', async () => {
  const writes = await survivesEveryCrash(
    (_, dying) => dying.sweepOrCrash(),
    (scene) => expectRepaired(scene),
    async ({ world, extra }) => {
      await world.createTrigger(extra, 'Lunch');
      const first = await world.triggerAt(extra, 0);
      if (first) await world.triggers.delete(first.trigger, first.link);
    },
  );
  expect(writes).toBeGreaterThan(3);
});

test('recovers when a worker dies at any write of the cleanup after an unlink', async () => {
  const writes = await survivesEveryCrash(
    (_, dying) => dying.sweepOrCrash(),
    (scene) => expectRepaired(scene),
    ({ world, user, extra }) => world.unlink(user, extra),
  );
  expect(writes).toBeGreaterThan(6);
});

test('leaves nothing in the outbox', async () => {
  expect(
    (await alexaWorld(table, aFakeAlexa(), clock).items()).filter(({ sk }) => String(sk).startsWith(outboxPrefix)),
  ).toEqual([]);
});
