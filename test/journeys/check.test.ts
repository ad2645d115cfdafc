import { describe, expect, test } from 'vitest';

import { checkReply } from '#shared/contracts/check.ts';

import { enablingOf } from './kit/alexa-orders.ts';
import { parsedReply, refusalIn } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { withGroup } from './kit/number.ts';
import { eventsFor, misbehaveOnEvents } from './kit/orders.ts';
import { newcomer, settled, type JourneyPerson } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { letTokenRunOut, refuseReconnecting, subscribe } from './kit/table.ts';
import { fire } from './kit/webhook-call.ts';

const guest = guests('check');

const byStep = ({ steps }: ReturnType<typeof checkReply.parse>) =>
  Object.fromEntries(steps.map(({ step, ...told }) => [step, told]));

const checked = async (person: JourneyPerson, id: string, andFire = false) =>
  byStep(parsedReply(checkReply, await person.send('POST', `/api/triggers/${id}/check`, { fire: andFire })));

const redIn = (steps: Awaited<ReturnType<typeof checked>>) =>
  Object.entries(steps).flatMap(([step, { state, errorKey }]) => (state === 'failed' ? [[step, errorKey]] : []));

const dry = (address: string) => `${address}&dryRun=1`;
const dryRun = async (address: string, how?: Parameters<typeof fire>[1]) =>
  byStep(checkReply.parse((await fire(dry(address), how)).json()));

describe('a check', () => {
  test('passes every step that can be verified in a working home and fires nothing', async () => {
    const ana = await settled(guest());
    const steps = await checked(ana, ana.trigger.id);
    expect(redIn(steps)).toEqual([]);
    expect(steps).toMatchObject({
      token: { ms: expect.any(Number) },
      device: { state: 'ok' },
      routine: { state: 'unknown' },
    });
    expect(await eventsFor(ana.trigger.deviceId)).toEqual([]);
    expect(await ana.history(ana.trigger.id)).toEqual([]);
    expect((await ana.triggers())[0]?.lastExecuted).toBeNull();
  });

  test('names the failed step and does not fire', async () => {
    const ana = await settled(guest());
    await ana.change(ana.trigger.id, { enabled: false });
    expect(redIn(await checked(ana, ana.trigger.id, true))).toEqual([['switchedOn', 'trigger.disabled']]);
    expect(await eventsFor(ana.trigger.deviceId)).toEqual([]);
    expect(await ana.history(ana.trigger.id)).toEqual([]);
  });

  test('detects that the skill was never enabled', async () => {
    const ana = await newcomer(guest());
    await ana.linkAmazon();
    const { id } = await ana.addTrigger('Good night');
    expect(redIn(await checked(ana, id))).toEqual([['permission', 'amazon.skillNotEnabled']]);
  });

  test('detects during the token renewal that the skill is disabled, and names the fix', async () => {
    const name = guest();
    // An event that the skill was disabled would change the fix to "enable the skill" at any moment.
    await enablingOf(name, { events: 'missing' });
    const ana = await settled(name);
    await ana.home.disableSkill();
    await letTokenRunOut(ana.trigger.workspaceId);
    const first = await checked(ana, ana.trigger.id);
    expect(redIn(first)).toEqual([['permission', 'amazon.grantRevoked']]);
    expect(first).toMatchObject({ token: { state: 'unknown' }, device: { state: 'unknown' } });
    await refuseReconnecting(ana.trigger.workspaceId);
    expect(redIn(await checked(ana, ana.trigger.id))).toEqual([['permission', 'amazon.reinstallSkill']]);
  });

  test('asks only to enable the skill when Amazon reported that it is disabled', async () => {
    const ana = await settled(guest());
    await ana.home.disableSkill();
    await expect.poll(async () => (await ana.amazon()).reason, soon).toBe('amazon.skillDisabled');
    await refuseReconnecting(ana.trigger.workspaceId);
    expect(redIn(await checked(ana, ana.trigger.id))).toEqual([['permission', 'amazon.enableSkill']]);
  });

  test('fires once when requested and records the run in the history', async () => {
    const ana = await settled(guest());
    const steps = await checked(ana, ana.trigger.id, true);
    expect(redIn(steps)).toEqual([]);
    expect(steps).toMatchObject({ event: { state: 'ok', ms: expect.any(Number) }, routine: { state: 'unknown' } });
    expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(1);
    await expect
      .poll(() => ana.history(ana.trigger.id), soon)
      .toMatchObject([{ channel: 'click', outcome: 'sent', who: (await ana.whoAmI()).name }]);
  });

  test('detects that the plan excludes commands of the linked group, and still fires', async () => {
    const ana = await withGroup(guest(), [guest()]);
    expect(redIn(await checked(ana, ana.trigger.id))).toEqual([]);
    await subscribe(ana.trigger.workspaceId, 'canceled');
    expect(redIn(await checked(ana, ana.trigger.id, true))).toEqual([['plan', 'workspace.planRequired']]);
    expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(1);
    expect(redIn(await dryRun(ana.address))).toEqual([]);
  });

  test('reports the error that Amazon returned for the event', async () => {
    const ana = await settled(guest());
    await misbehaveOnEvents(ana.trigger.deviceId, { code: 'THROTTLING_EXCEPTION' });
    expect(redIn(await checked(ana, ana.trigger.id, true))).toEqual([['event', 'alexa.throttled']]);
  });

  test('waits for the confirming routine and passes once it has answered', async () => {
    const ana = await settled(guest());
    await ana.change(ana.trigger.id, { receipt: true });
    await expect.poll(() => ana.home.knows(), soon).toEqual(['Good night', 'Good night ok']);
    await ana.home.buildRoutine('Good night', [{ kind: 'scene', scene: 'Good night ok' }]);
    expect((await checked(ana, ana.trigger.id))['routine']).toEqual({ state: 'unknown' });
    expect((await checked(ana, ana.trigger.id, true))['routine']).toEqual({ state: 'waiting' });
    await expect
      .poll(async () => (await checked(ana, ana.trigger.id))['routine'], soon)
      .toEqual({ state: 'ok', ms: expect.any(Number) });
    expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(1);
  });

  test('refuses a trigger of another workspace and a request without the fire flag', async () => {
    const ana = await settled(guest());
    const { id } = await ana.addWorkspace('Second');
    const path = `/api/triggers/${ana.trigger.id}/check`;
    const elsewhere = await ana.send('POST', path, { fire: true }, { 'x-workspace-id': String(id) });
    expect(refusalIn(elsewhere)).toEqual({ status: 404, errorKey: 'trigger.notFound' });
    expect(refusalIn(await ana.send('POST', path, {}))).toMatchObject({
      status: 400,
      fields: { fire: 'request.invalid' },
    });
    expect(await eventsFor(ana.trigger.deviceId)).toEqual([]);
  });
});

type Repairable = { ana: JourneyPerson; id: string; repair: () => Promise<unknown> };

/** By button label: the failing step, and a function that prepares such a home and the fix. */
const repairable: Readonly<Record<string, [red: [step: string, errorKey: string], home: () => Promise<Repairable>]>> = {
  'Switch on': [
    ['switchedOn', 'trigger.disabled'],
    async () => {
      const { trigger, ...ana } = await settled(guest());
      await ana.change(trigger.id, { enabled: false });
      return { ana, id: trigger.id, repair: () => ana.change(trigger.id, { enabled: true }) };
    },
  ],
  'Change conditions': [
    ['conditions', 'trigger.notNow'],
    async () => {
      const { trigger, ...ana } = await settled(guest());
      await ana.change(trigger.id, { conditions: { from: '2099-01-01T00:00:00.000Z' } });
      return { ana, id: trigger.id, repair: () => ana.change(trigger.id, { conditions: {} }) };
    },
  ],
  'Activate skill': [
    ['permission', 'amazon.skillNotEnabled'],
    async () => {
      const ana = await newcomer(guest());
      await ana.linkAmazon();
      const { id } = await ana.addTrigger('Good night');
      return { ana, id, repair: () => ana.home.enableSkill() };
    },
  ],
  'Reconnect account': [
    ['permission', 'amazon.grantRevoked'],
    async () => {
      const { trigger, ...ana } = await settled(guest());
      await ana.home.disableSkill();
      await letTokenRunOut(trigger.workspaceId);
      return { ana, id: trigger.id, repair: () => ana.connectAlexa() };
    },
  ],
  'View plans': [
    ['plan', 'workspace.planRequired'],
    async () => {
      const { trigger, ...ana } = await withGroup(guest(), [guest()]);
      await subscribe(trigger.workspaceId, 'canceled');
      return { ana, id: trigger.id, repair: () => subscribe(trigger.workspaceId, 'active') };
    },
  ],
};

test.each(Object.entries(repairable))('fixes the failed step with the button "%s"', async (_, [red, home]) => {
  const { ana, id, repair } = await home();
  expect(redIn(await checked(ana, id))).toEqual([red]);
  await repair();
  await expect.poll(async () => redIn(await checked(ana, id)), soon).toEqual([]);
});

describe('a dry run of a webhook', () => {
  test('returns the steps by GET and POST repeatedly and fires nothing', async () => {
    const ana = await settled(guest());
    for (const method of ['GET', 'POST']) {
      const steps = await dryRun(ana.address, { method });
      expect(redIn(steps)).toEqual([]);
      expect(steps).not.toHaveProperty('event');
    }
    const [bare = '', query] = ana.address.split('?');
    const token = new URLSearchParams(query).get('token') ?? '';
    expect((await fire(`${bare}?dryRun=1`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(await eventsFor(ana.trigger.deviceId)).toEqual([]);
  });

  test('reveals no more to an unauthorised caller than a real run', async () => {
    const ana = await settled(guest());
    const [bare = ''] = ana.address.split('?');
    const learned = async (address: string) => {
      const { status, json } = await fire(address);
      return [status, json()];
    };
    expect(await learned(`${bare}?token=wrong&dryRun=1`)).toEqual(await learned(`${bare}?token=wrong`));
    expect(await learned(`${bare}?dryRun=1`)).toEqual(await learned(bare));
  });

  test('reports the missing account after unlinking', async () => {
    const ana = await settled(guest());
    await ana.unlinkAmazon(ana.trigger.workspaceId);
    expect(redIn(await dryRun(ana.address))).toEqual([['account', 'amazon.notLinked']]);
  });
});
