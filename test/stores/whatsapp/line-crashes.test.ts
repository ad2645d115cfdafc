import { beforeAll, expect, test } from 'vitest';

import { lineNameOf } from '#functions/data/items/instance-item.ts';
import type { Table } from '#functions/data/table.ts';
import { recordLineSeen } from '#functions/whatsapp/lines/record-line-seen.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';

import { firstCrash, nextCrash } from '../../support/crashes/at-every-write.ts';
import { Crash, crashingTable } from '../../support/crashes/crashing-table.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { lineWorld, type LineWorld } from '../../support/worlds/line-world.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const group = '120363000000000001@g.us';

let table: Table;
beforeAll(async () => void (table = await aTable()));

let people = 0;

type Scene = { world: LineWorld; user: string; home: number; id: number; phone: string };

async function aNumber(): Promise<Scene> {
  const user = `line-crash-${(people += 1)}`;
  const world = lineWorld(table);
  const home = await world.addReady(user, { isDefault: true });
  const { id } = await world.connect(user, home);
  world.clock.advance(20 * second);
  return { world, user, home, id, phone: `55119${people}` };
}

async function aConnectedNumber(): Promise<Scene> {
  const scene = await aNumber();
  const { world, user, home, id, phone } = scene;
  await world.tell(id, 'connected', { phone });
  await world.linkGroup(user, home, group);
  world.clock.advance(minute);
  return scene;
}

type Story = {
  what: string;
  begin: () => Promise<Scene>;
  prepare?: (scene: Scene) => Promise<unknown>;
  act: (scene: Scene, dying: LineWorld) => Promise<unknown>;
  /** The expected end, regardless of where the process died. */
  end: { status: ChipStatus; groups: string[]; mails: number };
  after?: (scene: Scene) => Promise<void>;
};

const lives = { status: 'CONNECTED', groups: [group], mails: 0 } as const;
const isGone = { status: 'DISCONNECTED', groups: [], mails: 1 } as const;

const stories: Story[] = [
  {
    what: 'a code that nobody scanned',
    begin: aNumber,
    prepare: async ({ world }) => world.clock.advance(4 * minute),
    act: (_, dying) => dying.syncDueLines(),
    end: { status: 'DISCONNECTED', groups: [], mails: 0 },
  },
  {
    what: 'a delivery that says it is connected',
    begin: aNumber,
    act: async ({ world, id, phone }, dying) => {
      const event = await world.becomes(id, 'connected', { phone });
      if (event) await dying.deliver(event);
    },
    end: { status: 'CONNECTED', groups: [], mails: 0 },
  },
  {
    what: 'a device that was removed on the phone',
    begin: aConnectedNumber,
    prepare: async ({ world, id }) => {
      await world.tell(id, 'failed');
      world.clock.advance(minute);
    },
    act: (_, dying) => dying.syncDueLines(),
    end: { ...isGone, groups: [] },
  },
  {
    what: 'a day without a connection',
    begin: aConnectedNumber,
    prepare: async ({ world, id }) => {
      await world.tell(id, 'connecting');
      await world.live(3);
      world.clock.advance(24 * hour);
    },
    act: (_, dying) => dying.syncDueLines(),
    end: { ...isGone, groups: [] },
  },
  {
    what: 'a line that its gateway lost',
    begin: aConnectedNumber,
    prepare: async ({ world }) => world.gateway.lines.clear(),
    act: (_, dying) => dying.reconcile(),
    end: { ...lives, groups: [group] },
    // The line connects automatically with its stored credentials.
    after: async ({ world, id, phone }) => {
      await world.reconcile();
      expect(await world.tell(id, 'connected', { phone })).toMatchObject({ outcome: 'applied' });
    },
  },
  {
    what: 'a line that nobody needs',
    begin: aConnectedNumber,
    prepare: async ({ world, user, home, id, phone }) => {
      const old = world.gateway.lineOf(id);
      await world.disconnect(user, id);
      await world.settle();
      world.clock.advance(minute);
      await world.pair(user, home, phone);
      await world.linkGroup(user, home, group);
      if (old) world.gateway.lines.set(`zb-${id}-1`, old);
      world.clock.advance(minute);
    },
    act: (_, dying) => dying.reconcile(),
    end: { ...lives, groups: [group] },
  },
  {
    what: 'a line that fell silent',
    begin: aConnectedNumber,
    prepare: async ({ world, id }) => {
      await recordLineSeen(world.deps, await world.record(id), world.clock.now().getTime());
      world.clock.advance(7 * hour);
    },
    act: (_, dying) => dying.reconcile(),
    end: { ...lives, groups: [group] },
    after: async ({ world, id }) => {
      await world.reconcile();
      expect(world.gateway.lineOf(id)?.restarts).toBeGreaterThanOrEqual(1);
    },
  },
];

/** A dying process may report its end as a failure of one line. Its writes remain. */
async function dies(story: Story, scene: Scene, writes: number): Promise<boolean> {
  const doomed = crashingTable(table, writes);
  await story.act(scene, lineWorld(doomed, scene.world)).catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error;
  });
  return doomed.died();
}

test.each(stories)('repairs $what wherever the process dies', async (story) => {
  for (let writes = firstCrash; ; writes = nextCrash(writes)) {
    const scene = await story.begin();
    const { world, home, id } = scene;
    await story.prepare?.(scene);
    const died = await dies(story, scene, writes);
    world.clock.advance(2 * minute);
    await story.after?.(scene);
    await world.live(6);
    await world.settle();
    const record = await world.record(id);
    expect([writes, record.chipStatus]).toEqual([writes, story.end.status]);
    expect(await world.groupsOf(home)).toEqual(story.end.groups);
    expect(world.post.mails).toHaveLength(story.end.mails);
    expect(world.gateway.namesOf(id)).toEqual(record.chipStatus === 'DISCONNECTED' ? [] : [lineNameOf(record)]);
    expect(await world.leavings([home], [id])).toHaveLength(story.end.groups.length * 2);
    if (!died) return;
    expect(writes).toBeLessThan(65);
  }
});
