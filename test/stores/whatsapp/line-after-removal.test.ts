import { beforeAll, beforeEach, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';

import { aWhatsApp, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';

const minute = 60_000;

let table: Table;
beforeAll(async () => void (table = await aTable()));

let whatsapp: WhatsApp;
beforeEach(() => void (whatsapp = aWhatsApp(table)));

/** A number that is disconnected and whose gateway has removed the line. */
async function aRemovedNumber() {
  const home = await whatsapp.aHome();
  const webhook = whatsapp.webhookOf(home.instanceId);
  const [session] = whatsapp.lineGateway.namesOf(home.instanceId);
  const says = (status: string) => ({ ...whatsapp.wahaEvent(home.instanceId, 'session.status', { status }), session });
  const last = says('STARTING');
  await whatsapp.world.disconnect(home.userId, home.instanceId);
  await whatsapp.world.settle();
  expect(whatsapp.lineGateway.namesOf(home.instanceId)).toEqual([]);
  return { ...home, webhook, says, last };
}

const noted = (): string[] => whatsapp.logged.map(({ event }) => event).filter((event) => event === 'line.afterlife');

test('counts by shard when a gateway keeps using a line that it reported as removed', async () => {
  const { instanceId, workspaceId, webhook, says } = await aRemovedNumber();
  whatsapp.clock.advance(2 * minute);
  for (const status of ['STARTING', 'WORKING']) {
    expect(await whatsapp.deliver(instanceId, says(status), { webhook })).toBe(200);
  }
  expect(noted()).toHaveLength(2);
  expect(whatsapp.metrics).toEqual([{ shard: 'main' }, { shard: 'main' }]);
  expect(await whatsapp.world.current(workspaceId)).toMatchObject({ instance: { chipStatus: 'DISCONNECTED' } });
});

test('does not count a repeated delivery from before the removal', async () => {
  const { instanceId, webhook, last } = await aRemovedNumber();
  whatsapp.clock.advance(8 * minute);
  expect(await whatsapp.deliver(instanceId, last, { webhook })).toBe(200);
  expect(noted()).toEqual([]);
});

test('does not count events of a current line', async () => {
  const { instanceId } = await whatsapp.aHome();
  whatsapp.clock.advance(2 * minute);
  expect(
    await whatsapp.deliver(instanceId, whatsapp.wahaEvent(instanceId, 'session.status', { status: 'STARTING' })),
  ).toBe(200);
  expect(noted()).toEqual([]);
});
