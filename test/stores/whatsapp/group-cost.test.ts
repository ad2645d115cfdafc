import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { changeGroup } from '#functions/whatsapp/groups/linked-groups.ts';

import { aCountedTable, type Call } from '../../support/worlds/a-counted-table.ts';
import { aWhatsApp, type TypedMessage, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';

const names = Array.from({ length: 20 }, (_, index) => `Acender a luz ${index}`);

let table: Table;
let chat: WhatsApp;
let instanceId: number;
let workspaceId: number;
let group: { id: number };
let take: () => Call[];

beforeAll(async () => {
  const counted = aCountedTable(await aTable());
  ({ table, take } = counted);
  chat = aWhatsApp(table);
  ({ instanceId, workspaceId, group } = await chat.aHome(names));
});
/** Costs in a process that knows the line, and in one that does not. */
async function costOf(text: string, typed: TypedMessage = {}) {
  chat.clock.advance(657_000 - (chat.clock.now().getTime() % 60_000));
  await chat.type(instanceId, 'bom dia', { jid: '120363999000111999@g.us' });
  const cold = chat.messageEvent(instanceId, text, typed);
  take();
  await chat.deliver(instanceId, cold, { process: chat.process(table) });
  const first = take();
  chat.clock.advance(5_000);
  const warm = chat.messageEvent(instanceId, text, typed);
  take();
  await chat.deliver(instanceId, warm);
  return { first, warm: take() };
}

const units = (all: readonly Call[]): number => all.reduce((sum, one) => sum + one.units, 0);
const kinds = (all: readonly Call[]): string[] => all.map(({ call }) => call).toSorted();

describe('the cost of a message', () => {
  test('takes nothing for a message that cannot be a command', async () => {
    for (const typed of [
      { ago: 180_000 },
      { changes: { hasMedia: true } },
      { changes: { fromMe: true, source: 'api' } },
    ]) {
      expect((await costOf('Acender a luz 3', typed)).warm).toEqual([]);
    }
    expect((await costOf('🌙')).warm).toEqual([]);
    expect((await costOf('x'.repeat(161))).warm).toEqual([]);
  });

  test('takes one small read for a message in a group that is not linked', async () => {
    const { warm } = await costOf('Acender a luz 3', { jid: '120363999000111333@g.us' });
    expect(warm).toEqual([{ call: 'GetItem', units: 1 }]);
  });

  test('takes two small reads for a message in a linked group that is not a command', async () => {
    const { warm } = await costOf('alguém quer pizza hoje?');
    expect(kinds(warm)).toEqual(['GetItem', 'Query']);
    expect(units(warm)).toBe(2);
  });

  test('takes one more read for an answer to another message', async () => {
    const { warm } = await costOf('quero sim', { changes: { replyTo: { id: '3AFFEE' } } });
    expect(kinds(warm)).toEqual(['GetItem', 'GetItem', 'Query']);
    expect(units(warm)).toBe(3);
  });

  test('takes one more read for an unknown line, and now and then one for the silence check', async () => {
    const { first } = await costOf('alguém quer pizza hoje?');
    expect(kinds(first)).toEqual(['GetItem', 'GetItem', 'GetItem', 'Query']);
    expect(units(first)).toBe(4);
  });
});

describe('the cost of a command', () => {
  // Group and trigger names, the group's limits, and the facts of the run.
  const reads = ['BatchGetItem', 'BatchGetItem', 'GetItem', 'Query'];
  // Claim, turn, permit, run, and the end of the claim.
  const puts = ['PutItem', 'PutItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'];

  test('takes two more batches and five small writes for a command', async () => {
    chat.quiet();
    const { warm } = await costOf('acender a luz 3');
    expect(chat.sentEvents).toHaveLength(2);
    expect(kinds(warm)).toEqual([...reads, ...puts].toSorted());
    const writes = warm.filter(({ call }) => call === 'PutItem' || call === 'UpdateItem');
    expect(writes.map((one) => one.units)).toEqual([1, 1, 1, 1, 1]);
    expect(units(warm) - 5).toBeLessThanOrEqual(11);
  });

  test('takes one more write for the id of the answer in a group that wants texts', async () => {
    await changeGroup(chat.world.deps, { workspaceId, groupId: group.id }, { successAs: 'text' });
    const spent = kinds((await costOf('acender a luz 4')).warm);
    await changeGroup(chat.world.deps, { workspaceId, groupId: group.id }, { successAs: 'reaction' });
    expect(spent).toEqual([...reads, ...puts, 'PutItem'].toSorted());
  });

  test('takes only reads when the plan is missing and the group was notified', async () => {
    const free = await chat.aHome(['Portão'], { status: 'canceled' });
    await chat.type(free.instanceId, 'portão');
    take();
    await chat.type(free.instanceId, 'portão');
    expect(kinds(take())).toEqual(['BatchGetItem', 'GetItem', 'Query']);
  });

  test('takes reads and one claim above a limit when the group was notified', async () => {
    chat.clock.advance(600_000);
    for (let count = 0; count < 2; count += 1) await chat.type(instanceId, 'acender a luz 3');
    take();
    await chat.type(instanceId, 'acender a luz 3');
    expect(kinds(take())).toEqual(['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem']);
  });
});
