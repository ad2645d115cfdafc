import { describe, expect, inject, test } from 'vitest';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { refusalIn } from '../kit/answers.ts';
import { guests } from '../kit/guests.ts';
import { eventsFor, expireTokens, misbehave, misbehaveOnEvents, renewalsHeard, revokeGrant } from '../kit/orders.ts';
import { settledAtRest } from '../kit/person.ts';
import { letTokenRunOut, refuseReconnecting } from '../kit/table.ts';
import { fire, runIn } from '../kit/webhook-call.ts';

// The only journey that renews tokens: orders and counts are about all renewals at Amazon.
const guest = guests('tokens');
const renewal = { match: '/auth/o2/token', matchBody: 'grant_type=refresh_token' };

const times = (count: number, work: () => ReturnType<typeof fire>) => Promise.all(Array.from({ length: count }, work));

describe('twenty webhooks at once with a token that is over make exactly one renewal', () => {
  test('when its hour has passed', async () => {
    const ana = await settledAtRest(guest());
    await letTokenRunOut(ana.trigger.workspaceId);
    const before = await renewalsHeard();
    const answers = await times(20, () => fire(ana.address));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await renewalsHeard()) - before).toBe(1);
    expect((await eventsFor(ana.trigger.deviceId)).map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, () => 202),
    );
    expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(20);
  });

  test('when Amazon ended it early', async () => {
    const ana = await settledAtRest(guest());
    await expireTokens(ana.name);
    const before = await renewalsHeard();
    const answers = await times(20, () => fire(ana.address));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await renewalsHeard()) - before).toBe(1);
    const events = await eventsFor(ana.trigger.deviceId);
    expect(events.filter(({ status }) => status === 202)).toHaveLength(20);
    expect(new Set(events.map(({ messageId }) => messageId)).size).toBe(20);
    expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(20);
  });
});

test('a refused token is renewed and the very same message sent once more', async () => {
  const ana = await settledAtRest(guest());
  await expireTokens(ana.name);
  expect(runIn(await fire(ana.address))).toMatchObject({ status: 200, outcome: 'sent' });
  const events = await eventsFor(ana.trigger.deviceId);
  expect(events.map(({ status }) => status)).toEqual([401, 202]);
  expect(events[0]?.messageId).toBe(events[1]?.messageId);
  expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(1);
});

describe('only a final "no" ends a link', () => {
  test('a permission that was taken back is noticed by the next run and never tried again', async () => {
    const ana = await settledAtRest(guest());
    await revokeGrant(ana.name);
    const revoked = { status: 409, outcome: 'grantRevoked', errorKey: 'amazon.grantRevoked' };
    expect(runIn(await fire(ana.address))).toMatchObject(revoked);
    expect(await ana.amazon()).toMatchObject({ skill: 'revoked', expiresDate: null, expiresIn: null });
    const before = await renewalsHeard();
    const events = await eventsFor(ana.trigger.deviceId);
    expect(runIn(await fire(ana.address))).toMatchObject(revoked);
    expect(await renewalsHeard()).toBe(before);
    expect(await eventsFor(ana.trigger.deviceId)).toEqual(events);
  });

  test('every word names the Alexa app once Amazon refused to let us reconnect, until the skill is on again', async () => {
    const ana = await settledAtRest(guest());
    await revokeGrant(ana.name);
    expect(runIn(await fire(ana.address))).toMatchObject({ errorKey: 'amazon.grantRevoked' });
    expect(await ana.amazon()).toMatchObject({ mend: 'reconnect' });
    await refuseReconnecting(ana.trigger.workspaceId);
    const reinstall = { status: 409, errorKey: 'amazon.reinstallSkill' };
    expect(runIn(await fire(ana.address))).toMatchObject({ ...reinstall, outcome: 'reinstallSkill' });
    expect(refusalIn(await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`))).toEqual(reinstall);
    expect(refusalIn(await ana.resync(ana.trigger.id))).toEqual(reinstall);
    expect(await ana.amazon()).toMatchObject({ skill: 'revoked', mend: 'reinstall' });
    await ana.home.disableSkill();
    await ana.home.enableSkill();
    expect((await fire(ana.address)).status).toBe(200);
    expect(await ana.amazon()).not.toHaveProperty('mend');
  });

  test('the page notices it too, by itself, once the token has run out', { tags: 'spec-162.1' }, async () => {
    const ana = await settledAtRest(guest());
    await revokeGrant(ana.name);
    await letTokenRunOut(ana.trigger.workspaceId);
    expect(await ana.amazon()).toMatchObject({ skill: 'revoked', expiresDate: null, expiresIn: null });
  });

  test('a token that is refused again after a renewal is a broken link', { tags: 'spec-301.1' }, async () => {
    const ana = await settledAtRest(guest());
    await misbehaveOnEvents(ana.trigger.deviceId, { code: 'INVALID_ACCESS_TOKEN_EXCEPTION', next: 2 });
    expect(runIn(await fire(ana.address))).toMatchObject({ status: 409, errorKey: 'amazon.grantRevoked' });
    expect(await eventsFor(ana.trigger.deviceId)).toHaveLength(2);
    expect(await ana.amazon()).toMatchObject({ skill: 'revoked' });
  });
});

describe('a transient failure at Amazon’s token address never ends a link', () => {
  test.each([
    ['503', { status: 503 }],
    ['429', { status: 429 }],
    ['a page of some proxy', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a success without tokens', { status: 200, body: '{}' }],
    ['a cut connection', { cut: 'after' as const }],
    ['no answer in time', { delayMs: 4000 }],
    ['that our client is wrong', { code: 'invalid_client' }],
    ['that our request is wrong', { code: 'invalid_request' }],
  ])('such as %s', async (_, how) => {
    const ana = await settledAtRest(guest());
    await letTokenRunOut(ana.trigger.workspaceId);
    await misbehave('amazon', { ...renewal, ...how });
    const answer = await fire(ana.address);
    expect(runIn(answer)).toMatchObject({ status: 503, outcome: 'unavailable' });
    expect(await eventsFor(ana.trigger.deviceId)).toEqual([]);
    expect(runIn(await fire(ana.address))).toMatchObject({ status: 200, outcome: 'sent' });
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });

  test('while the page shows the skill active, with its last known state', { tags: 'spec-162.1' }, async () => {
    const ana = await settledAtRest(guest());
    const before = await ana.amazon();
    await letTokenRunOut(ana.trigger.workspaceId);
    await misbehave('amazon', { ...renewal, status: 503 });
    const after = await ana.amazon();
    expect(after).toMatchObject({ skill: 'active', email: before.email });
    expect(after.expiresIn).toBeGreaterThanOrEqual(0);
    const renewed = await ana.amazon();
    expect(renewed.skill).toBe('active');
  });
});

test(
  'no status of the gateway is passed on, so that no Amazon problem logs anybody out',
  { tags: ['spec-173.1', 'spec-302.1'] },
  async () => {
    const ana = await settledAtRest(guest());
    for (const status of [401, 403, 404, 413, 418]) {
      await misbehaveOnEvents(ana.trigger.deviceId, { status });
      const answer = await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`);
      expect(answer.status).toBe(200);
    }
    await misbehaveOnEvents(ana.trigger.deviceId, { status: 401, next: 2 });
    const answer = await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`);
    expect(refusalIn(answer)).toEqual({ status: 409, errorKey: 'amazon.grantRevoked' });
    expect((await ana.get('/api/auth/user')).status).toBe(200);
  },
);

test('a home of another region is found once and remembered', async () => {
  const ana = await settledAtRest(guest());
  await sandboxClient(inject('stack').sandboxUrl ?? '').json(`/alexa/home/${ana.name}/region`, { region: 'FE' });
  expect((await fire(ana.address)).status).toBe(200);
  const first = await eventsFor(ana.trigger.deviceId);
  expect(first.at(-1)).toMatchObject({ path: '/alexa/fe/v3/events', status: 202 });
  expect(new Set(first.map(({ messageId }) => messageId)).size).toBe(1);
  expect((await fire(ana.address)).status).toBe(200);
  const second = (await eventsFor(ana.trigger.deviceId)).slice(first.length);
  expect(second.map(({ path }) => path)).toEqual(['/alexa/fe/v3/events']);
  expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(2);
});
