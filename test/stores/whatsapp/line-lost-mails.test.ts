import { beforeEach, describe, expect, test } from 'vitest';

import { workspacePartition } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';

import { firstCrash, nextCrash } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { lineWorld, type LineWorld } from '../../support/worlds/line-world.ts';

const minute = 60_000;
const user = 'ana';
const phone = '5511912345678';

let table: Table;
let world: LineWorld;
let home: number;
let id: number;

beforeEach(async () => {
  table = await aTable();
  world = lineWorld(table);
  home = await world.addReady(user, { isDefault: true });
  id = await world.pair(user, home, phone);
});

async function isRemovedOnThePhone(): Promise<void> {
  world.clock.advance(minute);
  await world.tell(id, 'failed');
  world.clock.advance(minute);
  await world.syncDueLines();
  expect((await world.record(id)).chipStatus).toBe('DISCONNECTED');
}

describe('the e-mail about a lost number', () => {
  test('sends the e-mail to the owner in their language, without the number', async () => {
    await world.users.keepProfile(user, { name: 'Ana', email: 'ana@home.example', language: 'es' });
    await isRemovedOnThePhone();
    await world.settle();
    expect(world.post.mails).toMatchObject([{ to: 'ana@home.example' }]);
    const [mail] = world.post.mails;
    expect(mail?.text).toContain(`“Workspace ${home}” se desconectó`);
    expect(mail?.text).toContain('https://recado.example/whatsapp');
    expect(JSON.stringify(mail)).not.toContain(phone);
  });

  test('sends one e-mail, even if a page noticed the loss and the gateway repeats it', async () => {
    await world.becomes(id, 'failed');
    expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: true });
    expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: false });
    await world.tell(id, 'failed');
    await world.live(10);
    expect(world.post.mails).toHaveLength(1);
  });

  test('sends one e-mail a day, and another one if the number is lost again and still lost then', async () => {
    await isRemovedOnThePhone();
    await world.settle();
    await world.pair(user, home, phone);
    await isRemovedOnThePhone();
    await world.settle();
    expect(world.post.mails).toHaveLength(1);
    world.clock.advance(24 * 60 * minute);
    await world.sweep();
    await world.settle();
    expect(world.post.mails).toHaveLength(2);
  });

  test('retries a failed e-mail, and delays nothing else of the line', async () => {
    world.post.outcomes = ['unavailable', 'unavailable'];
    await isRemovedOnThePhone();
    await world.sweep();
    expect(world.gateway.namesOf(id)).toEqual([]);
    expect((await world.waiting()).map(({ entry }) => entry)).toMatchObject([{ topic: 'findings' }]);
    await world.settle();
    expect(world.post.mails).toHaveLength(1);
  });

  test('sends the e-mail even if the gateway does not answer the removal of the line', async () => {
    await isRemovedOnThePhone();
    world.gateway.world.failure = 'unreachable';
    await world.sweep();
    expect(await world.queued(id)).toEqual(['line']);
    expect(world.post.mails).toHaveLength(1);
  });

  test.each(['unknown', 'refused'] as const)('does not repeat the e-mail after the result %s', async (outcome) => {
    world.post.outcomes = [outcome];
    await isRemovedOnThePhone();
    await world.settle();
    expect(world.post.mails).toHaveLength(outcome === 'unknown' ? 1 : 0);
    expect(await world.waiting()).toEqual([]);
  });

  test('sends no e-mail to an owner who unlinked Amazon in between', async () => {
    await isRemovedOnThePhone();
    await world.unlink(user, home);
    await world.settle();
    expect(world.post.mails).toEqual([]);
  });

  test('sends no e-mail to an owner who has a number again', async () => {
    await isRemovedOnThePhone();
    await world.pair(user, home, phone);
    await world.settle();
    expect(world.post.mails).toEqual([]);
    expect(await world.record(id)).toMatchObject({ chipStatus: 'CONNECTED' });
  });

  test('sends each owner at least one e-mail, and at most two, whenever the worker dies', async () => {
    for (let writes = firstCrash; ; writes = nextCrash(writes)) {
      // A day later each time, because one mail of a kind is sent per day.
      world.clock.advance(25 * 60 * minute);
      await world.settle();
      await world.pair(user, home, phone);
      await isRemovedOnThePhone();
      const before = world.post.mails.length;
      const dying = lineWorld(crashingTable(table, writes), world);
      const died = await dying.sweepOrCrash().then(
        () => false,
        () => true,
      );
      // Longer than the lease of the dead process.
      world.clock.advance(2 * minute);
      await world.settle();
      const mails = world.post.mails.length - before + dying.post.mails.length;
      // A process that dies between the mail and its record sends it again: better twice than never.
      expect(mails).toBeGreaterThanOrEqual(1);
      expect(mails).toBeLessThanOrEqual(2);
      if (!died) return;
      expect(writes).toBeLessThan(65);
    }
  });
});

test('sends an e-mail that was queued before findings existed as a finding', async () => {
  await isRemovedOnThePhone();
  const { generation } = await world.record(id);
  const { items } = await world.outbox.pending(workspacePartition(home));
  await world.outbox.complete(items, []);
  const old = { topic: 'tellLineLost', workspaceId: home, instanceId: id, generation, as: 'removed' } as const;
  await world.outbox.add(old, { id: 'old', now: world.clock.now() }, []);
  await world.settle();
  expect(world.post.mails).toHaveLength(1);
});
