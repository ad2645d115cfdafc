import { beforeAll, expect, test } from 'vitest';

import { triggerItem } from '#functions/data/items/trigger-item.ts';
import type { Table } from '#functions/data/table.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';

import { aWhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { testWorld } from '../../support/worlds/test-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

const historySeconds = 90 * 86_400;

const typesOf = (items: readonly Record<string, unknown>[]): string[] =>
  items.map(({ type }) => String(type)).toSorted();

/** A chat in which a member's name can reach the table in every way. */
async function aChat() {
  const chat = aWhatsApp(table);
  const { now } = chat.clock;
  const home = await chat.aHome(['Portão', 'Varanda']);
  const { keepHistory } = runHistory(testWorld({ table, now }));
  /** Does what the stream does after a run. */
  const work = async (): Promise<void> => {
    for (const item of await chat.world.items()) {
      if (item['type'] === 'trigger') await keepHistory({ after: triggerItem.parse(item) });
    }
  };
  const bearing = async (name: string) =>
    (await chat.world.items()).filter((item) => JSON.stringify(item).includes(name));
  return { chat, home, work, bearing, now };
}

test("expires members' names with the history, wherever a command stores them", async () => {
  const { chat, home, work, bearing, now } = await aChat();
  const { instanceId } = home;
  await chat.type(instanceId, 'portão', { as: 'Carlotta' });
  chat.clock.advance(10_000);
  chat.behave.sent = { outcome: 'unavailable' };
  await chat.type(instanceId, 'varanda', { as: 'Carlotta' });
  await chat.type(instanceId, 'portao aberto', { as: 'Carlotta' });
  await chat.type(instanceId, 'list', { as: 'Carlotta' });
  await chat.type(instanceId, 'good morning, Carlotta here', { as: 'Carlotta' });
  await work();
  const items = await bearing('Carlotta');
  expect(typesOf(items)).toEqual(['groupMessage', 'groupMessage', 'groupPerson', 'run', 'run']);
  const end = Math.floor(now().getTime() / 1000) + historySeconds + 1;
  expect(items.filter(({ expiresAt }) => !(Number(expiresAt) <= end))).toEqual([]);
  // The member's LID expires as well.
  const [lid = ''] = /\d+@lid/.exec(JSON.stringify(items)) ?? [];
  expect(lid).not.toBe('');
  expect((await bearing(lid)).filter(({ expiresAt }) => !(Number(expiresAt) <= end))).toEqual([]);
});

test('keeps the name of a newer run until that run is in the history', async () => {
  const { chat, home, work, bearing } = await aChat();
  await chat.type(home.instanceId, 'portão', { as: 'Dorotea' });
  const [first] = (await bearing('Dorotea')).filter((item) => item['type'] === 'trigger');
  chat.clock.advance(10_000);
  await chat.type(home.instanceId, 'portão', { as: 'Eleonora' });
  const { keepHistory } = runHistory(testWorld({ table, now: chat.clock.now }));
  // The stream delivers the first run late.
  await keepHistory({ after: triggerItem.parse(first) });
  expect(typesOf(await bearing('Eleonora'))).toEqual(['groupMessage', 'trigger']);
  await work();
  expect(typesOf(await bearing('Eleonora'))).toEqual(['groupMessage', 'groupPerson', 'run']);
});
