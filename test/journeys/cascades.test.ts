import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';

import { stackControls } from '../local/local-client.ts';
import { guests } from './kit/guests.ts';
import { eventsFor } from './kit/orders.ts';
import { settled } from './kit/person.ts';
import { expectNoNumber, sharedNumber } from './kit/shared-number.ts';
import { soon } from './kit/soon.ts';
import { subscribe } from './kit/table.ts';
import { fire, runIn } from './kit/webhook-call.ts';

// The only journey that stops the shared background work.
const guest = guests('cascades');
const background = stackControls(inject('stack'));
beforeEach(() => background.pauseWorker());
afterEach(() => background.resumeWorker());

test('unlinks immediately before the clean-up and leaves new triggers alone', { tags: 'spec-192.1' }, async () => {
  const ana = await settled(guest());
  const { workspaceId, deviceId } = ana.trigger;
  expect((await ana.unlinkAmazon(workspaceId)).status).toBe(200);
  expect(await ana.triggers()).toEqual([]);
  expect(await ana.amazon()).toMatchObject({ skill: 'notLinked', name: null, email: null, expiresDate: null });
  expect(runIn(await fire(ana.address))).toMatchObject({ status: 409, errorKey: 'amazon.notLinked' });
  expect((await ana.send('PATCH', `/api/triggers/${ana.trigger.id}`, { name: 'Still here' })).status).toBe(404);
  expect((await ana.get(`/api/triggers/${ana.trigger.id}/executions`)).status).toBe(404);
  expect(await ana.home.knows()).toEqual(['Good night']);

  // Linked again before the clean-up: the old name is available.
  await ana.linkAmazon();
  expect(await ana.triggers()).toEqual([]);
  expect((await fire(ana.address)).status).toBe(404);
  const again = await ana.addTrigger('Good night');
  expect(await ana.triggers()).toEqual([again]);

  await background.resumeWorker();
  await expect
    .poll(async () => (await ana.home.look()).devices.map((device) => device.deviceId), soon)
    .toEqual([again.deviceId]);
  expect(await ana.triggers()).toEqual([again]);
  expect((await fire(await ana.addressOf(again))).status).toBe(200);
  expect(await eventsFor(deviceId)).toEqual([]);
});

test(
  'deactivates a workspace immediately, frees its Amazon account and removes its devices from the home',
  { tags: ['spec-178.2', 'spec-179.1', 'spec-180.1', 'spec-255.1'] },
  async () => {
    const ana = await settled(guest());
    const first = await ana.current();
    const second = await ana.addWorkspace('Second');
    await ana.unlinkAmazon(first.id);
    await ana.linkAmazon({ workspaceId: second.id });
    await ana.switchTo(second.id);
    const trigger = await ana.addTrigger('Good morning');
    const address = await ana.addressOf(trigger);
    await background.resumeWorker();
    await expect.poll(() => ana.home.knows(), soon).toEqual(['Good morning']);
    await background.pauseWorker();

    const at = { 'x-workspace-id': String(second.id) };
    expect((await ana.send('PATCH', `/api/workspaces/${second.id}`, { status: 'INATIVO' })).status).toBe(200);
    expect((await ana.workspaces()).map(({ status }) => status)).toEqual(['ATIVO', 'INATIVO']);
    expect((await ana.current()).id).toBe(first.id);
    expect((await ana.get('/api/triggers', at)).json()).toEqual([]);
    expect((await ana.get('/api/amazon-auth', at)).json()).toMatchObject({ skill: 'notLinked' });
    expect(runIn(await fire(address))).toMatchObject({ status: 409, errorKey: 'workspace.inactive' });
    expect(await ana.home.knows()).toEqual(['Good morning']);

    // The account is available for another workspace.
    await ana.linkAmazon({ workspaceId: first.id });
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    await background.resumeWorker();
    await expect.poll(() => ana.home.knows(), soon).toEqual([]);

    await ana.send('PATCH', `/api/workspaces/${second.id}`, { status: 'ATIVO' });
    expect((await ana.get('/api/triggers', at)).json()).toEqual([]);
    expect(runIn(await fire(address))).toMatchObject({ status: 409, errorKey: 'amazon.notLinked' });
    expect((await ana.get('/api/amazon-auth', at)).json()).toMatchObject({ skill: 'notLinked' });
  },
);

test('reports only the last state of changes made while reports were paused', { tags: 'spec-210.1' }, async () => {
  const ana = await settled(guest(), 'Stays');
  const renamed = await ana.addTrigger('Renamed');
  await ana.change(renamed.id, { name: 'Renamed twice' });
  await ana.change(renamed.id, { name: 'Renamed at last' });
  const gone = await ana.addTrigger('Gone');
  await ana.send('DELETE', `/api/triggers/${gone.id}`);
  await ana.send('DELETE', `/api/triggers/${ana.trigger.id}`);
  expect(await ana.home.knows()).toEqual(['Stays']);
  await background.resumeWorker();
  await expect.poll(() => ana.home.knows(), soon).toEqual(['Renamed at last']);
});

test('keeps the device of a disabled trigger, so that its routines remain intact', async () => {
  const ana = await settled(guest());
  await ana.change(ana.trigger.id, { enabled: false });
  await background.resumeWorker();
  await background.drain();
  expect(await ana.home.knows()).toEqual(['Good night']);
});

test('shows the last run on the trigger immediately and in the history once the worker has written it', async () => {
  const ana = await settled(guest());
  const run = runIn(await fire(ana.address));
  expect((await ana.triggers())[0]?.lastExecuted).toEqual(expect.any(String));
  await background.resumeWorker();
  await expect
    .poll(async () => (await ana.history(ana.trigger.id)).map(({ id }) => id), soon)
    .toEqual([run.executionId]);
});

describe('a WhatsApp number', () => {
  const somebody = guests('numberCascades');
  const member = somebody();
  type Scene = Awaited<ReturnType<typeof sharedNumber>>;
  const scene = (own: 'home' | 'beach'): Promise<Scene> =>
    sharedNumber(own, { owner: somebody(), friend: somebody(), member });
  const unlinkAmazon = (ana: Scene, { workspaceId }: Scene['holder']) => ana.unlinkAmazon(workspaceId);
  const switchOff = async (ana: Scene, { workspaceId }: Scene['holder']) => {
    await subscribe(workspaceId, 'canceled');
    return ana.send('PATCH', `/api/workspaces/${workspaceId}`, { status: 'INATIVO' });
  };
  const disconnect = async (ana: Scene, { page }: Scene['holder']) => {
    const { instance } = await page.current();
    return ana.send('DELETE', `/api/zapbox-instances/${instance?.id}/unlink`);
  };
  /** The default workspace cannot be deactivated, so these tests deactivate the other one. */
  const ways = [
    ['is disconnected', 'home', disconnect],
    ['loses its Amazon account', 'home', unlinkAmazon],
    ['belongs to a workspace that is deactivated', 'beach', switchOff],
  ] as const;

  test.each(ways)(
    'removes a number with all groups, including shared ones, when it %s',
    { tags: ['spec-178.2', 'spec-180.1', 'spec-192.1', 'spec-203.1'] },
    async (_, own, end) => {
      const ana = await scene(own);
      const { holder, sharer } = ana;
      expect((await end(ana, holder)).status).toBeLessThan(300);
      for (const { page, group } of [holder, sharer]) {
        await expectNoNumber(page);
        await group.say(member, 'list');
      }
      expect(await sharer.page.available()).toEqual([]);
      await ana.line.heard();
      expect([await holder.group.answers(), await sharer.group.answers()]).toEqual([[], []]);
      expect(await ana.phone.lines()).toEqual([ana.lineName]);

      await background.resumeWorker();
      await expect.poll(() => ana.phone.lines(), soon).toEqual([]);
      for (const { page } of [holder, sharer]) await expectNoNumber(page);
    },
  );

  const sharedWays = [
    ['unlinked', 'home', disconnect],
    ['left by a workspace without Amazon', 'home', unlinkAmazon],
    ['left by a workspace that is switched off', 'home', switchOff],
  ] as const;

  test.each(sharedWays)(
    'keeps a shared number in its own workspace when it is %s',
    { tags: ['spec-178.2', 'spec-192.1', 'spec-203.1'] },
    async (_, own, end) => {
      const ana = await scene(own);
      const { holder, sharer } = ana;
      expect((await end(ana, sharer)).status).toBeLessThan(300);
      const isUnharmed = async () => {
        await expectNoNumber(sharer.page);
        expect((await holder.page.current()).instance).toMatchObject({ id: ana.id, chipStatus: 'CONNECTED' });
        expect(await holder.page.groupNames()).toEqual(['Family']);
      };
      await isUnharmed();
      await background.resumeWorker();
      await background.drain();
      await isUnharmed();
      expect(await ana.phone.lines()).toEqual([ana.lineName]);
      for (const { group } of [sharer, holder]) await group.say(member, 'list');
      await expect.poll(() => holder.group.answers(), soon).toHaveLength(1);
      await ana.line.heard();
      expect(await sharer.group.answers()).toEqual([]);
    },
  );
});
