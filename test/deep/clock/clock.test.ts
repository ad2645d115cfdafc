import { expect, inject, test } from 'vitest';

import { statusContract } from '#shared/contracts/status.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { codesSent } from '../../journeys/kit/alexa-orders.ts';
import { parsedReply, refusalIn } from '../../journeys/kit/answers.ts';
import { clockNow, days, hours, minutes, move } from '../../journeys/kit/clock.ts';
import { connectionOf, endOf, ends } from '../../journeys/kit/connect.ts';
import { guests } from '../../journeys/kit/guests.ts';
import { inboxOf } from '../../journeys/kit/inbox.ts';
import { beforePairing, pair } from '../../journeys/kit/number.ts';
import { misbehaveFor, revokeGrant } from '../../journeys/kit/orders.ts';
import { newcomer, settled, settledAtRest } from '../../journeys/kit/person.ts';
import { deliveredTo, subscriberAt } from '../../journeys/kit/subscriber.ts';
import { fire, runIn } from '../../journeys/kit/webhook-call.ts';
import { lineAt } from '../../journeys/kit/whatsapp-world.ts';
import { cookieJar } from '../../local/browser-like.ts';
import { sandboxClient } from '../../sandboxes/sandbox-client.ts';

const guest = guests('clock');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

test('ends a trial at its hour with signed events of Stripe, and shows it at once', async () => {
  const ana = await newcomer(guest());
  const at = await subscriberAt(ana);
  await at.press(await at.checkout('pro_monthly'), { action: 'pay', card: 'none' });
  const customer = await at.customer();
  await deliveredTo(customer);
  const trial = await at.read();
  expect(trial.status).toBe('trialing');
  const end = Date.parse(trial.currentPeriodEnd ?? '');

  const warned = await move({ to: new Date(end - 3 * dayMs + 60_000).toISOString() });
  expect(warned.happened.map(({ what }) => what).join()).toContain('customer.subscription.trial_will_end');
  expect(await at.read()).toMatchObject({ status: 'trialing' });

  const ended = await move({ to: new Date(end + 60_000).toISOString() });
  const told = ended.happened.find(({ what }) => what.includes('customer.subscription.deleted'));
  expect(Math.abs(Date.parse(told?.at ?? '') - end)).toBeLessThan(60_000);
  expect(await deliveredTo(customer)).toContain('customer.subscription.deleted');
  const after = await at.read();
  expect(after).toMatchObject({ status: 'canceled', planType: 'free' });
  expect(Math.abs(Date.parse(after.canceled_at ?? '') - end)).toBeLessThan(60_000);
});

test('checks a grant within a day, and sends the owner of an ended one a single mail dated that day', async () => {
  const name = guest();
  const ana = await settled(name);
  await revokeGrant(name);
  expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  const before = await clockNow();
  const moved = await move(hours(26));
  expect(moved.ran).toMatchObject({ checkGrants: 1, reseal: expect.any(Number) });
  expect(await ana.amazon()).toMatchObject({ skill: 'revoked' });
  const mails = await inboxOf(`${name}@example.com`);
  expect(mails).toHaveLength(1);
  const heard = moved.happened.filter(({ what }) => what.includes(`${name}@example.com`));
  expect(heard).toEqual([{ at: expect.any(String), what: `Mail to ${name}@example.com: ${mails[0]?.subject}` }]);
  const late = Date.parse(heard[0]?.at ?? '') - before.getTime();
  expect(late).toBeGreaterThan(dayMs - 2 * hourMs);
  expect(late).toBeLessThanOrEqual(dayMs);
  await move(hours(26));
  expect(await inboxOf(`${name}@example.com`)).toHaveLength(1);
});

test('renews an Amazon token after its lifetime of an hour, and sends the run', async () => {
  const ana = await settledAtRest(guest());
  await move(hours(2));
  expect(runIn(await fire(ana.address)).outcome).toBe('sent');
  expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(1);
});

test('continues a waiting routine when the clock is moved, even in a home whose own time stood still', async () => {
  const ana = await settledAtRest(guest());
  await ana.home.buildRoutine('Good night', [
    { kind: 'wait', seconds: 14_400 },
    { kind: 'say', text: 'Four hours later.' },
  ]);
  const sandboxes = sandboxClient(inject('stack').sandboxUrl ?? '');
  await sandboxes.json(`/alexa/home/${ana.name}/advance`, { seconds: 0 });
  await fire(ana.address);
  await expect.poll(() => ana.home.eventCount(ana.trigger.deviceId)).toBe(1);
  await move(hours(3));
  expect((await ana.home.look()).says).not.toBe('Four hours later.');
  await move(minutes(61));
  expect((await ana.home.look()).says).toBe('Four hours later.');
});

test('expires an unscanned code, and removes a number that is cut off for a day, with a mail to its owner about each', async () => {
  const name = guest();
  const ana = await beforePairing(name);
  const { id } = await ana.page.begin();
  await ana.page.qrCode(id);
  await move(minutes(5));
  expect(await ana.page.chipStatus()).toBe('DISCONNECTED');

  await pair(ana.page, ana.phone);
  await lineAt(`zb-${id}-2`).cut('whatsapp');
  await move(minutes(20));
  expect(await ana.page.chipStatus()).toBe('LOST');
  await move(hours(26));
  expect(await ana.page.chipStatus()).toBe('DISCONNECTED');
  expect((await inboxOf(`${name}@example.com`)).map(({ subject }) => subject)).toEqual([
    'Recado: WhatsApp was disconnected',
    'Recado: WhatsApp has no connection',
  ]);
});

test('ends unused sessions and watches the channels throughout when the clock moves thirty days', async () => {
  const ana = await newcomer(guest());
  expect((await ana.get('/api/auth/user')).status).toBe(200);
  const moved = await move(days(31));
  expect(moved.failed).toEqual([]);
  expect(moved.ran['watchChannels']).toBeGreaterThanOrEqual(31 * 4 - 1);
  expect(refusalIn(await ana.get('/api/auth/user'))).toMatchObject({ status: 401 });

  const status = await cookieJar(inject('stack').appUrl).get('/api/status');
  const { asOf } = parsedReply(statusContract.status.reply, status);
  expect((await clockNow()).getTime() - Date.parse(asOf ?? '')).toBeLessThan(5 * 60_000);
});

test('rejects moving the clock backwards or to an invalid time', async () => {
  await expect(move({ to: '2020-01-01T00:00:00Z' })).rejects.toThrow('already');
  await expect(move({ to: 'soon' })).rejects.toThrow('is not a time');
  await expect(move({ advanceSeconds: -5 })).rejects.toThrow('advanceSeconds');
});

test('moves everything when Stripe’s clock is moved to the end of a trial, as Stripe has no separate clock here', async () => {
  const ana = await newcomer(guest());
  const at = await subscriberAt(ana);
  await at.press(await at.checkout('pro_monthly'), { action: 'pay', card: 'none' });
  await deliveredTo(await at.customer());
  const before = await clockNow();
  const stripe = sandboxClient(inject('stack').sandboxUrl ?? '');
  const moved = await stripe.json('/stripe/_advance', { to: 'trialEnd' });
  expect(moved).toMatchObject({ status: 200, body: { movedDays: 0 } });
  expect((await clockNow()).getTime() - before.getTime()).toBeGreaterThan(4.9 * dayMs);
  expect(await at.read()).toMatchObject({ status: 'canceled' });
});

test(
  'accepts an old webhook secret for 24 more hours when its owner chose that, and not a minute longer',
  { tags: 'threat-webhook-leak' },
  async () => {
    const ana = await settled(guest());
    const sent = await ana.send('POST', `/api/workspaces/${ana.trigger.workspaceId}/rotate-token`, {
      oldEnds: 'in24Hours',
    });
    const { oldTokenUntil = '' } = parsedReply(workspacesContract.rotateWorkspaceToken.reply, sent);
    expect(Date.parse(oldTokenUntil) - (await clockNow()).getTime()).toBeLessThanOrEqual(dayMs);
    const address = await ana.addressOf(ana.trigger);
    await move(hours(23));
    expect(runIn(await fire(ana.address)).outcome).toBe('sent');
    await move(minutes(61));
    expect(refusalIn(await fire(ana.address))).toEqual({ status: 404, errorKey: 'trigger.notFound' });
    expect(runIn(await fire(address)).outcome).toBe('sent');
  },
);

test('enables the skill with one code when Alexa answers later than we wait', async () => {
  const name = guest();
  const ana = await newcomer(name);
  const connection = connectionOf(ana);
  const callback = await connection.allow(await connection.upTo('code'));
  await misbehaveFor('alexa', name, { match: 'POST /alexa/v1', delayMs: 12_500 });
  expect(endOf(await connection.on(await connection.back(callback)))).toBe(ends.done);
  expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  expect(await codesSent(name)).toHaveLength(1);
});
