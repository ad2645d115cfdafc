import { beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { nightlyCheckContract } from '#shared/contracts/nightly-check.ts';
import { plansContract } from '#shared/contracts/plans.ts';
import { plannedReply } from '#shared/contracts/webhook.ts';

import { parsedReply, refusalIn } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { settled } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { letPlanBeDue } from './kit/table.ts';
import { fire } from './kit/webhook-call.ts';

const guest = guests('schedule');
let ana: Awaited<ReturnType<typeof settled>>;
beforeAll(async () => {
  ana = await settled(guest());
});

/** Like the schedule that runs every minute. */
async function tick(): Promise<void> {
  const invoke = { method: 'POST', body: '{"job":"runDue"}' };
  const { status } = await fetch(`${inject('stack').appUrl}/2015-03-31/functions/clock/invocations`, invoke);
  expect(status).toBe(200);
}

const plans = async () => parsedReply(plansContract.listPlans.reply, await ana.get('/api/plans'));
const eventsOf = async (deviceId: string) =>
  (await ana.home.look()).events.filter((event) => event.deviceId === deviceId).length;
const inAWhile = (delay: string, also = '') => `${ana.address}&in=${delay}${also}`;

describe('a webhook with "in"', () => {
  test('answers 202 with the plan, fires when it is due and records the run', async () => {
    const trigger = await ana.addTrigger('Regar o jardim');
    const before = Date.now();
    const answer = await fire(`${await ana.addressOf(trigger)}&in=15m`, { method: 'POST' });
    expect(answer.status).toBe(202);
    const { planId, at } = z.parse(plannedReply, answer.json());
    expect(Date.parse(at) - before).toBeGreaterThanOrEqual(900_000);
    expect((await plans()).plans).toContainEqual({
      id: planId,
      triggerId: trigger.id,
      by: 'webhook',
      at,
      nextAt: at,
      paused: false,
    });
    await tick();
    expect(await eventsOf(trigger.deviceId)).toBe(0);
    const dueAt = await letPlanBeDue(trigger.workspaceId, planId);
    await tick();
    await expect.poll(() => eventsOf(trigger.deviceId), soon).toBe(1);
    await expect
      .poll(() => ana.history(trigger.id), soon)
      .toMatchObject([{ channel: 'schedule', outcome: 'sent', dueAt }]);
    expect((await plans()).plans.find(({ id }) => id === planId)?.last).toEqual({ at: dueAt, outcome: 'sent' });
  });

  test('plans once per idempotency key and allows deleting the plan', async () => {
    const headers = { 'idempotency-key': 'one' };
    const [first, second] = [
      await fire(inAWhile('2h'), { headers }),
      await fire(inAWhile('3h'), { headers, method: 'POST' }),
    ];
    expect([first.status, second.status]).toEqual([202, 202]);
    const planned = z.parse(plannedReply, first.json());
    expect(second.json()).toEqual({ ...planned, replayed: true });
    const { planId } = planned;
    expect((await ana.send('DELETE', `/api/plans/${planId}`)).status).toBe(204);
    expect((await plans()).plans.map(({ id }) => id)).not.toContain(planId);
    expect(refusalIn(await fire(inAWhile('2h'), { headers }))).toEqual({
      status: 404,
      errorKey: 'plannedRun.notFound',
    });
  });

  test.each(['', '90s', '8d', '0m', 'soon', '1h30m'])(
    'fires nothing, now or later, with the delay %j',
    async (delay) => {
      const before = await eventsOf(ana.trigger.deviceId);
      expect(refusalIn(await fire(inAWhile(delay)))).toMatchObject({
        status: 400,
        errorKey: 'plannedRun.delayInvalid',
      });
      expect(await eventsOf(ana.trigger.deviceId)).toBe(before);
    },
  );

  test('rejects a wrong token immediately and only checks with dryRun', async () => {
    const url = new URL(inAWhile('15m'));
    url.searchParams.set('token', 'wrong');
    expect(refusalIn(await fire(url.href))).toEqual({ status: 404, errorKey: 'trigger.notFound' });
    const held = (await plans()).plans.length;
    const checked = await fire(inAWhile('15m', '&dryRun=1'));
    expect([checked.status, Object.keys(z.parse(z.looseObject({}), checked.json()))]).toEqual([200, ['steps']]);
    expect((await plans()).plans).toHaveLength(held);
  });
});

test("stores the browser's time zone for the workspace and moves its rules to a new zone", async () => {
  const created = await ana.send('POST', '/api/workspaces', { name: 'Sitio', timeZone: 'America/Sao_Paulo' });
  expect(created.json()).toMatchObject({ timeZone: 'America/Sao_Paulo' });
  const rule = { days: [1, 2, 3, 4, 5, 6, 7], time: '07:00' };
  const { id: triggerId, workspaceId } = ana.trigger;
  expect(refusalIn(await ana.send('POST', '/api/plans', { triggerId, rule }))).toMatchObject({
    errorKey: 'plannedRun.zoneMissing',
  });
  const made = await ana.send('POST', '/api/plans', { triggerId, rule, timeZone: 'Asia/Tokyo' });
  const { id, nextAt } = parsedReply(plansContract.createPlan.reply, made);
  expect(nextAt).toMatch(/T22:00:00\.000Z$/);
  expect((await plans()).timeZone).toBe('Asia/Tokyo');
  await ana.send('PATCH', `/api/workspaces/${workspaceId}`, { timeZone: 'UTC' });
  expect((await plans()).plans.find((plan) => plan.id === id)?.nextAt).toMatch(/T07:00:00\.000Z$/);
  const wrong = await ana.send('PATCH', `/api/workspaces/${workspaceId}`, { timeZone: 'Mars/Base' });
  expect(refusalIn(wrong)).toMatchObject({ status: 400, fields: { timeZone: 'request.invalid' } });
});

test('switches the nightly check on by adding a confirming trigger and off by removing it', async () => {
  const bia = await settled(guest());
  const turn = async (on: boolean) =>
    parsedReply(
      nightlyCheckContract.switchNightlyCheck.reply,
      await bia.send('PATCH', '/api/nightly-check', { on, timeZone: 'America/Sao_Paulo' }),
    );
  const { state, trigger } = await turn(true);
  expect([state, trigger?.name]).toEqual(['notSetUp', expect.stringMatching(/^Recado /)]);
  const name = trigger?.name ?? '';
  await expect.poll(async () => (await bia.home.knows()).toSorted(), soon).toEqual(['Good night', name, `${name} ok`]);
  expect(await turn(false)).toEqual({ state: 'off' });
  await expect.poll(() => bia.home.knows(), soon).toEqual(['Good night']);
});
