import { beforeEach, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { newToken } from '#functions/platform/hashes.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { renewLineKeys } from '#functions/whatsapp/lines/renew-line-keys.ts';

import { atEveryWrite, lived } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aWhatsApp, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';

let table: Table;
let chat: WhatsApp;
beforeEach(async () => {
  table = await aTable();
  chat = aWhatsApp(table);
});

const hour = 3_600_000;

/** Renews the keys that are older than this moment. */
const renew = (on: Table = table) => {
  const { now } = chat.clock;
  const deps = { ...chat.world.deps, newToken, table: on, instances: createInstanceStore(on, now) };
  return renewLineKeys(deps, deadlineIn(now, 120_000), now().getTime());
};

async function aHome() {
  const home = await chat.aHome(['Portão']);
  const old = chat.webhookOf(home.instanceId);
  chat.clock.advance(60_000);
  const fire = async (webhook = chat.webhookOf(home.instanceId), id?: string): Promise<string[]> => {
    chat.quiet();
    chat.clock.advance(10_000);
    await chat.deliver(home.instanceId, chat.messageEvent(home.instanceId, 'portão', id ? { id } : {}), { webhook });
    return [...chat.sentEvents];
  };
  return { ...home, old, fire };
}

describe('renewing the keys of lines', () => {
  test('fires commands at the new address without another scan, and at the old one for an hour', async () => {
    const { instanceId, old, fire } = await aHome();
    expect(await renew()).toBe(0);
    const fresh = chat.webhookOf(instanceId);
    expect([fresh.url, fresh.secret]).not.toEqual([old.url, old.secret]);
    expect(await fire()).toEqual(['Portão']);
    expect(await fire(old)).toEqual(['Portão']);
    chat.clock.advance(hour);
    expect(await fire(old)).toEqual([]);
    expect(await fire()).toEqual(['Portão']);
  });

  test('fires once for a message that arrives at both addresses', async () => {
    const { old, fire } = await aHome();
    await renew();
    expect(await fire(old, '3ABOTH')).toEqual(['Portão']);
    expect(await fire(undefined, '3ABOTH')).toEqual([]);
  });

  test('renews keys once, and skips a line that is being paired', async () => {
    const { instanceId, userId } = await aHome();
    const before = chat.clock.now().getTime();
    await renew();
    const renewed = chat.webhookOf(instanceId);
    chat.clock.advance(1000);
    const { now } = chat.clock;
    expect(await renewLineKeys({ ...chat.world.deps, newToken, table }, deadlineIn(now, 120_000), before)).toBe(0);
    expect(chat.webhookOf(instanceId)).toEqual(renewed);
    const pairing = await chat.world.addReady(userId);
    const { id } = await chat.world.connect(userId, pairing);
    const asked = chat.webhookOf(id);
    await renew();
    expect(chat.webhookOf(id)).toEqual(asked);
  });

  test('loses nothing when the gateway does not answer, and retries on the next call', async () => {
    const { instanceId, old, fire } = await aHome();
    chat.lineGateway.world.failure = 'unreachable';
    expect(await renew()).toBe(1);
    chat.lineGateway.world.failure = undefined;
    expect(await fire(old)).toEqual(['Portão']);
    expect(await renew()).toBe(0);
    expect(chat.webhookOf(instanceId).url).not.toBe(old.url);
    expect(await fire()).toEqual(['Portão']);
  });

  test('keeps gateway and table in agreement on an address when the process dies at any write', async () => {
    await atEveryWrite(async (writes) => {
      chat = aWhatsApp(table);
      const { fire } = await aHome();
      const end = await lived(renew(crashingTable(table, writes)));
      expect(await fire()).toEqual(['Portão']);
      expect(await renew()).toBe(0);
      expect(await fire()).toEqual(['Portão']);
      return end;
    });
  });
});
