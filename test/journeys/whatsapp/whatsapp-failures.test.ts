import { describe, expect, inject, test } from 'vitest';

import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import { stackControls } from '../../local/local-client.ts';
import { refusalIn, parsedReply } from '../kit/answers.ts';
import { guests } from '../kit/guests.ts';
import { numberOf, pair, withGroup } from '../kit/number.ts';
import { eventsFor } from '../kit/orders.ts';
import { soon } from '../kit/soon.ts';
import { subscribe } from '../kit/table.ts';

const guest = guests('whatsappWeather');
const bruno = guest();
const family = () => withGroup(guest(), [bruno]);

async function clocksRing(): Promise<void> {
  for (const job of ['lookAtLines', 'reconcile']) await stackControls(inject('stack')).invoke('whatsapp-jobs', { job });
}

/** The gateway reports a failure without a cause; only its restart shows that the credentials are gone. */
async function removed({ phone, lineName, line }: Awaited<ReturnType<typeof family>>): Promise<void> {
  // Without another connected number, the gateway might have lost its store.
  await family();
  await phone.remove(lineName);
  await line.heard();
  await clocksRing();
  await line.pass(1);
  await line.heard();
}

describe('a gateway that is down for a minute', () => {
  test('shows the number as connected, then lost, and keeps its groups', { tags: 'spec-200.1' }, async () => {
    const { instance, group, line, page } = await family();
    await line.cut('gateway');
    await line.pass(60);
    await clocksRing();
    expect(await page.check(instance.id)).toBe(true);
    expect(await page.reportLoss(instance.id)).toBe(false);
    expect(await page.chipStatus()).toBe('LOST');
    await clocksRing();
    expect(await page.groupNames()).toEqual([group.name]);
    await line.cut('nothing');
    await expect.poll(() => page.chipStatus(), soon).toBe('CONNECTED');
    expect(await page.check(instance.id)).toBe(true);
    expect(await page.groupNames()).toEqual([group.name]);
  });

  test(
    'reports that the gateway is unavailable and keeps the state of the number',
    { tags: 'spec-323.1' },
    async () => {
      const { line, get, page, instance, trigger } = await family();
      await line.cut('gateway');
      const groups = await get(`/api/zapbox-instances/${instance.id}/groups`, {
        'x-workspace-id': String(trigger.workspaceId),
      });
      expect(refusalIn(groups)).toMatchObject({ status: 503, errorKey: 'whatsapp.unavailable' });
      expect(await page.logged(instance.id)).toEqual({ logged: true, chipStatus: 'CONNECTED' });
      expect(await page.picture(instance.id, instance.phone ?? '')).toBeNull();
    },
  );

  test('handles messages from the outage afterwards if they are one minute old, but not three', async () => {
    const { group, line, trigger, addTrigger, name } = await family();
    await addTrigger('Garage');
    await line.cut('gateway');
    await group.say(name, 'garage', { secondsAgo: 180 });
    await group.say(bruno, 'good night', { secondsAgo: 60 });
    await line.cut('nothing');
    await expect.poll(async () => (await group.answers()).length, soon).toBe(1);
    await line.heard();
    expect(await group.answers()).toMatchObject([{ text: '✅' }]);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });
});

test('keeps a number connected while it cannot reach WhatsApp, and works again afterwards', async () => {
  const { instance, group, line, page, trigger } = await family();
  await line.cut('whatsapp');
  await line.heard();
  expect(await page.chipStatus()).toBe('CONNECTED');
  expect(await page.check(instance.id)).toBe(true);
  await group.say(bruno, 'good night');
  expect(await group.answers()).toEqual([]);
  await line.cut('nothing');
  await expect.poll(() => group.answers(), soon).toHaveLength(1);
  expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  expect(await page.groups()).toHaveLength(1);
});

test('keeps the groups of a line that the gateway cannot start, and works after a restart', async () => {
  const { instance, group, line, lineName, page, phone } = await family();
  await phone.crash(lineName);
  await line.heard();
  expect(await page.check(instance.id)).toBe(false);
  expect(await page.reportLoss(instance.id)).toBe(false);
  await clocksRing();
  await expect.poll(() => page.check(instance.id), soon).toBe(true);
  expect(await page.chipStatus()).toBe('CONNECTED');
  expect(await page.groupNames()).toEqual([group.name]);
});

describe('a device that is removed on the phone', () => {
  test(
    'detects the removal and deletes the groups of every workspace that shares the number',
    { tags: ['spec-199.1', 'spec-200.1', 'spec-201.1'] },
    async () => {
      const ana = await family();
      const { id: beachId } = await ana.addWorkspace('Beach');
      await subscribe(beachId, 'active');
      await ana.linkAmazon({ as: guest(), workspaceId: beachId });
      const beach = numberOf(ana, beachId);
      const shared = parsedReply(whatsappContract.connectInstance.reply, await beach.share(ana.instance.id));
      await removed(ana);
      expect(await ana.page.check(ana.instance.id)).toBe(false);
      expect(await beach.check(shared.id)).toBe(false);
      expect(await ana.page.groups()).toHaveLength(1);
      expect(await ana.page.reportLoss(ana.instance.id)).toBe(true);
      expect(await ana.page.reportLoss(ana.instance.id)).toBe(false);
      expect([await ana.page.chipStatus(), await beach.chipStatus()]).toEqual(['DISCONNECTED', 'DISCONNECTED']);
      expect(await ana.page.groups()).toEqual([]);
    },
  );

  test('allows pairing and linking a group again after the removal', async () => {
    const ana = await family();
    const { group, instance, page, phone, trigger } = ana;
    await removed(ana);
    expect(await page.reportLoss(instance.id)).toBe(true);
    expect(await pair(page, phone)).toMatchObject({ id: instance.id, chipStatus: 'CONNECTED' });
    expect((await page.linkGroup(group)).status).toBe(201);
    await group.say(bruno, 'good night');
    await expect.poll(() => group.answers(), soon).toHaveLength(1);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });
});
