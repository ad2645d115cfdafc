import { describe, expect, inject, test } from 'vitest';

import { stackControls } from '../../local/local-client.ts';
import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { refusalIn } from '../kit/answers.ts';
import { guests } from '../kit/guests.ts';
import { eventsFor, expireTokens, misbehave, misbehaveOnEvents, renewalsHeard, revokeGrant } from '../kit/orders.ts';
import { settledAtRest } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { isKeptWarm, letTokenEndSoon, letTokenRunOut, refuseReconnecting } from '../kit/table.ts';
import { fire, runIn } from '../kit/webhook-call.ts';

// The only journey that makes renewals at Amazon fail, because its failures affect all users.
const guest = guests('tokens');
const { invoke } = stackControls(inject('stack'));
const renewal = { match: '/auth/o2/token', matchBody: 'grant_type=refresh_token' };

const times = (count: number, work: () => ReturnType<typeof fire>) => Promise.all(Array.from({ length: count }, work));

describe('twenty concurrent webhooks with an expired token', () => {
  test('renews an expired token once for twenty concurrent webhooks', async () => {
    const ana = await settledAtRest(guest());
    await letTokenRunOut(ana.trigger.workspaceId);
    const before = await renewalsHeard(ana.name);
    const answers = await times(20, () => fire(ana.address));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await renewalsHeard(ana.name)) - before).toBe(1);
    expect((await eventsFor(ana.trigger.deviceId)).map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, () => 202),
    );
    expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(20);
  });

  test('renews a token that Amazon expired early once for twenty concurrent webhooks', async () => {
    const ana = await settledAtRest(guest());
    await expireTokens(ana.name);
    const before = await renewalsHeard(ana.name);
    const answers = await times(20, () => fire(ana.address));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await renewalsHeard(ana.name)) - before).toBe(1);
    const events = await eventsFor(ana.trigger.deviceId);
    expect(events.filter(({ status }) => status === 202)).toHaveLength(20);
    expect(new Set(events.map(({ messageId }) => messageId)).size).toBe(20);
    expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(20);
  });
});

test('renews the token of a trigger that ran before it expires, so that the next run need not', async () => {
  const ana = await settledAtRest(guest());
  const { workspaceId } = ana.trigger;
  expect(runIn(await fire(ana.address)).outcome).toBe('sent');
  await expect.poll(() => isKeptWarm(workspaceId), soon).toBe(true);
  await letTokenEndSoon(workspaceId);
  const before = await renewalsHeard(ana.name);
  await invoke('schedules', { job: 'sweep' });
  expect((await renewalsHeard(ana.name)) - before).toBe(1);
  expect(runIn(await fire(ana.address)).outcome).toBe('sent');
  expect((await renewalsHeard(ana.name)) - before).toBe(1);
  expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(2);
});

test('renews a refused token and sends the same message again', async () => {
  const ana = await settledAtRest(guest());
  await expireTokens(ana.name);
  expect(runIn(await fire(ana.address))).toMatchObject({ status: 200, outcome: 'sent' });
  const events = await eventsFor(ana.trigger.deviceId);
  expect(events.map(({ status }) => status)).toEqual([401, 202]);
  expect(events[0]?.messageId).toBe(events[1]?.messageId);
  expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(1);
});

describe('only a permanent refusal ends a link', () => {
  test('detects a revoked grant on the next run and does not use it again', async () => {
    const ana = await settledAtRest(guest());
    await revokeGrant(ana.name);
    const revoked = { status: 409, outcome: 'grantRevoked', errorKey: 'amazon.grantRevoked' };
    expect(runIn(await fire(ana.address))).toMatchObject(revoked);
    expect(await ana.amazon()).toMatchObject({ skill: 'revoked', expiresDate: null, expiresIn: null });
    const before = await renewalsHeard(ana.name);
    const events = await eventsFor(ana.trigger.deviceId);
    expect(runIn(await fire(ana.address))).toMatchObject(revoked);
    expect(await renewalsHeard(ana.name)).toBe(before);
    expect(await eventsFor(ana.trigger.deviceId)).toEqual(events);
  });

  test('suggests the Alexa app everywhere after Amazon refused to reconnect, until the skill is enabled again', async () => {
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

  test('detects a revoked grant on the status page once the token has expired', { tags: 'spec-162.1' }, async () => {
    const ana = await settledAtRest(guest());
    await revokeGrant(ana.name);
    await letTokenRunOut(ana.trigger.workspaceId);
    expect(await ana.amazon()).toMatchObject({ skill: 'revoked', expiresDate: null, expiresIn: null });
  });

  test('ends the link when a renewed token is refused again', { tags: 'spec-301.1' }, async () => {
    const ana = await settledAtRest(guest());
    await misbehaveOnEvents(ana.trigger.deviceId, { code: 'INVALID_ACCESS_TOKEN_EXCEPTION', next: 2 });
    expect(runIn(await fire(ana.address))).toMatchObject({ status: 409, errorKey: 'amazon.grantRevoked' });
    expect(await eventsFor(ana.trigger.deviceId)).toHaveLength(2);
    expect(await ana.amazon()).toMatchObject({ skill: 'revoked' });
  });
});

describe('transient failures of Amazon’s token endpoint', () => {
  test.each([
    ['503', { status: 503 }],
    ['429', { status: 429 }],
    ['an HTML page of a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a success without tokens', { status: 200, body: '{}' }],
    ['a cut connection', { cut: 'after' as const }],
    ['a timeout', { delayMs: 4000 }],
    ['invalid_client', { code: 'invalid_client' }],
    ['invalid_request', { code: 'invalid_request' }],
  ])('keeps the link after %s', async (_, how) => {
    const ana = await settledAtRest(guest());
    await letTokenRunOut(ana.trigger.workspaceId);
    await misbehave('amazon', { ...renewal, ...how });
    const answer = await fire(ana.address);
    expect(runIn(answer)).toMatchObject({ status: 503, outcome: 'unavailable' });
    expect(await eventsFor(ana.trigger.deviceId)).toEqual([]);
    expect(runIn(await fire(ana.address))).toMatchObject({ status: 200, outcome: 'sent' });
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });

  test(
    'shows the last known state of the skill while the token cannot be renewed',
    { tags: 'spec-162.1' },
    async () => {
      const ana = await settledAtRest(guest());
      const before = await ana.amazon();
      await letTokenRunOut(ana.trigger.workspaceId);
      await misbehave('amazon', { ...renewal, status: 503 });
      const after = await ana.amazon();
      expect(after).toMatchObject({ skill: 'active', email: before.email });
      expect(after.expiresIn).toBeGreaterThanOrEqual(0);
      const renewed = await ana.amazon();
      expect(renewed.skill).toBe('active');
    },
  );
});

test(
  "never forwards the gateway's status, so that a problem at Amazon does not end the session",
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

test("detects the home's region once and stores it", async () => {
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
