import { describe, expect, test } from 'vitest';

import { codesSent, enablementCalls, enablingOf, releaseGrant, skillFor } from '../kit/alexa-orders.ts';
import { connectionOf, endOf, ends, type Trip } from '../kit/connect.ts';
import { guests } from '../kit/guests.ts';
import { misbehaveFor, refuseAuthorization } from '../kit/orders.ts';
import { newcomer, type JourneyPerson } from '../kit/person.ts';
import { forgetStageRefusals, letMinutePass } from '../kit/table.ts';

const guest = guests('connectRefusals');

type How = Omit<Parameters<typeof misbehaveFor>[2], 'match'>;

/** Behaves normally until Amazon redirects the browser back from the given step. */
async function connectWith(orders: Order[], { trip = 'code', name = guest() }: { trip?: Trip; name?: string } = {}) {
  const ana = await newcomer(name);
  const connection = connectionOf(ana);
  const callback = await connection.allow(await connection.upTo(trip));
  for (const { of = 'alexa', ...how } of orders) await misbehaveFor(of, name, how);
  expect(endOf(await connection.on(await connection.back(callback)))).toBe(ends.done);
  await forgetStageRefusals();
  return ana;
}
type Order = { of?: 'amazon' | 'alexa'; match: string } & How;

const post = (how: How): Order[] => [{ match: 'POST /alexa/v1', ...how }];
const look = (how: How): Order[] => [{ match: 'GET /alexa/v1/users', ...how }];
const endpoint = (how: How): Order[] => [{ match: '/alexaApiEndpoint', ...how }];

const refused = { skill: 'notEnabled', mend: 'reinstall', connecting: { problem: 'amazon.enablementRefused' } };
const consentRefused = { ...refused, mend: 'reconnect', connecting: { problem: 'amazon.consentRefused' } };
const unavailable = { skill: 'notEnabled', mend: 'reconnect', connecting: { problem: 'amazon.enablementUnavailable' } };

/** A code that Alexa may have consumed is never sent twice. A code refused because of an outage is sent again once. */
async function expectCodes(ana: JourneyPerson, sent: number): Promise<void> {
  const codes = await codesSent(ana.name);
  expect(codes).toHaveLength(sent);
  expect(new Set(codes).size).toBe(Math.min(sent, 1));
}

describe('Alexa refuses to enable the skill', () => {
  test("suggests the Alexa app after 403 and skips Amazon's pages when the user connects again", async () => {
    const ana = await connectWith(post({ code: 'forbidden' }));
    expect(await ana.amazon()).toMatchObject(refused);
    await expectCodes(ana, 1);
    expect(endOf(await ana.connectAlexa())).toBe(ends.reinstall);
    await expectCodes(ana, 1);
    await ana.home.enableSkill();
    const status = await ana.amazon();
    expect(status).toMatchObject({ skill: 'active' });
    expect(status).not.toHaveProperty('mend');
    expect(status).not.toHaveProperty('connecting');
  });

  test('connects with a new code after Alexa rejected the first one with 400', async () => {
    const ana = await connectWith(post({ code: 'invalidCredentials' }));
    expect(await ana.amazon()).toMatchObject(refused);
    await expectCodes(ana, 1);
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    expect(new Set(await codesSent(ana.name)).size).toBe(2);
  });

  test('suggests the Alexa app when all regions answer 400 because another one is responsible', async () => {
    const ana = await connectWith(post({ code: 'incorrectEndpoint' }));
    expect(await ana.amazon()).toMatchObject(refused);
    const calls = (await enablementCalls(ana.name)).filter(({ method }) => method === 'POST');
    expect(calls.map(({ path, status }) => [path.split('/v1')[0], status])).toEqual([
      ['/alexa', 400],
      ['/alexa/eu', 400],
      ['/alexa/fe', 400],
    ]);
  });

  test("suggests the Alexa app after 403 until the skill is offered in the user's country", async () => {
    const name = guest();
    await skillFor(name, { countries: ['US'] });
    const ana = await newcomer(name);
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    await forgetStageRefusals();
    expect(await ana.amazon()).toMatchObject(refused);
    expect((await enablementCalls(name)).map(({ method, status }) => [method, status])).toEqual([
      ['GET', 404],
      ['POST', 403],
    ]);
    await expect(ana.home.enableSkill()).rejects.toThrow('geographical restrictions');
    await skillFor(name, { countries: ['US', 'BR'] });
    await ana.home.enableSkill();
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });

  test('suggests the Alexa app when the query for the skill gets 403', async () => {
    const ana = await connectWith(look({ code: 'forbidden' }));
    expect(await ana.amazon()).toMatchObject(refused);
    await expectCodes(ana, 0);
  });
});

test('suggests the Alexa app after a malformed request and connects on retry', async () => {
  const ana = await connectWith(post({ code: 'badRequest' }));
  const connecting = { problem: 'amazon.enablementNotConfigured' };
  expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled', mend: 'reinstall', connecting });
  expect(endOf(await ana.connectAlexa())).toBe(ends.done);
  expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  expect(new Set(await codesSent(ana.name)).size).toBe(2);
});

describe('Amazon redirects with an error', () => {
  test.each(
    (['allow', 'code'] as const).flatMap((trip) => [
      { trip, error: 'server_error', problem: 'amazon.enablementUnavailable', mend: 'reconnect' },
      { trip, error: 'temporarily_unavailable', problem: 'amazon.enablementUnavailable', mend: 'reconnect' },
      { trip, error: 'unauthorized_client', problem: 'amazon.enablementNotConfigured', mend: 'reinstall' },
      { trip, error: 'invalid_scope', problem: 'amazon.enablementNotConfigured', mend: 'reinstall' },
      { trip, error: 'invalid_request', problem: 'amazon.enablementNotConfigured', mend: 'reinstall' },
      { trip, error: 'unsupported_response_type', problem: 'amazon.enablementNotConfigured', mend: 'reinstall' },
    ]),
  )(
    'shows the problem after $error at the step "$trip" and connects on retry',
    async ({ trip, error, problem, mend }) => {
      const ana = await newcomer(guest());
      const connection = connectionOf(ana);
      const page = await connection.upTo(trip);
      await refuseAuthorization(ana.name, error);
      const callback = await connection.allow(page);
      expect(callback.searchParams.get('error')).toBe(error);
      expect(endOf(await connection.back(callback))).toBe(ends.done);
      await forgetStageRefusals();
      expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled', mend, connecting: { problem } });
      await expectCodes(ana, 0);
      expect(endOf(await ana.connectAlexa())).toBe(ends.done);
      expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    },
  );
});

test('shows the manual steps when Alexa reports a failure, and still accepts a late grant', async () => {
  const name = guest();
  await enablingOf(name, { says: 'failed', grant: 'held' });
  const ana = await newcomer(name);
  expect(endOf(await ana.connectAlexa())).toBe(ends.done);
  await forgetStageRefusals();
  expect(await ana.amazon()).toMatchObject(unavailable);
  await expectCodes(ana, 1);
  await releaseGrant(name);
  const status = await ana.amazon();
  expect(status).toMatchObject({ skill: 'active' });
  expect(status).not.toHaveProperty('connecting');
});

describe('Alexa rejects the consent', () => {
  test.each<[string, Order[], number]>([
    ['401 for the skill', look({ code: 'unauthorized' }), 0],
    ['401 for enabling it', post({ code: 'unauthorized' }), 1],
  ])('shows the problem and connects on retry after %s', async (_, orders, sent) => {
    const ana = await connectWith(orders);
    expect(await ana.amazon()).toMatchObject(consentRefused);
    await expectCodes(ana, sent);
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });
});

describe('Alexa is unreachable', () => {
  test.each<[string, Order[], number]>([
    ['429, twice', post({ status: 429, next: 2 }), 2],
    ['500, twice', post({ status: 500, next: 2 }), 2],
    ['503, twice', post({ status: 503, next: 2 }), 2],
  ])('shows the outage and connects on retry after %s', async (_, orders, sent) => {
    const ana = await connectWith(orders);
    expect(await ana.amazon()).toMatchObject(unavailable);
    await expectCodes(ana, sent);
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });

  test.each<[string, Omit<Order, 'of'>, typeof unavailable]>([
    [
      '503 for the consent',
      { match: '/auth/o2/token', matchBody: 'authorization_code', status: 503, next: 2 },
      unavailable,
    ],
    [
      'a consumed authorization code',
      { match: '/auth/o2/token', matchBody: 'authorization_code', code: 'invalid_grant' },
      consentRefused,
    ],
    ['503 for the token info', { match: '/auth/o2/tokeninfo', status: 503, next: 2 }, unavailable],
  ])('shows the problem and connects on retry after %s', async (_, order, status) => {
    const ana = await connectWith([{ of: 'amazon', ...order }], { trip: 'allow' });
    await misbehaveFor('amazon', ana.name, { next: 0 });
    expect(await ana.amazon()).toMatchObject(status);
    await expectCodes(ana, 0);
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });
});

describe('transient failures', () => {
  test.each<[string, Order[], number]>([
    ['429, once', post({ status: 429 }), 2],
    ['500, once', post({ status: 500 }), 2],
    ['503, once', post({ status: 503 }), 2],
    ['a lost response', post({ cut: 'after' }), 1],
    ['503 for the skill, twice', look({ status: 503, next: 2 }), 1],
    ['no answer for the skill, twice', look({ cut: 'before', next: 2 }), 1],
    ['503 for the region, twice', endpoint({ status: 503, next: 2 }), 1],
    ['a page instead of the region', endpoint({ status: 200, body: '<html>' }), 1],
  ])('connects without an error after %s', async (_, orders, sent) => {
    const ana = await connectWith(orders);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    await expectCodes(ana, sent);
  });

  test('connects when Alexa names several regions and the account is in the last one', async () => {
    const name = guest();
    await enablingOf(name, { endpoints: ['NA', 'EU', 'FE'] });
    const ana = await newcomer(name);
    await ana.home.moveTo('FE');
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    const calls = (await enablementCalls(name)).filter(({ status }) => status === 201);
    expect(calls.map(({ path }) => path.split('/v1')[0])).toEqual(['/alexa/fe']);
    expect(new Set(await codesSent(name)).size).toBe(1);
  });

  test('connects when Alexa does not name the region and the account is in another one', async () => {
    const name = guest();
    const ana = await newcomer(name);
    await ana.home.moveTo('EU');
    await misbehaveFor('alexa', name, { match: '/alexaApiEndpoint', status: 500, next: 2 });
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });
});

describe('unknown results', () => {
  test('waits for the grant after a connection was cut before Alexa acted, and connects on retry', async () => {
    const ana = await connectWith(post({ cut: 'before' }));
    const waiting = { skill: 'notEnabled', mend: 'reconnect', connecting: { step: 'grant' } };
    expect(await ana.amazon()).toMatchObject(waiting);
    expect((await ana.amazon()).connecting).not.toHaveProperty('problem');
    await expectCodes(ana, 1);
    await letMinutePass((await ana.current()).id);
    // The skill was disabled before, so disabling and enabling it does not apply.
    expect((await ana.amazon()).connecting).not.toHaveProperty('maySwitchOffAndOn');
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    const codes = await codesSent(ana.name);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('waits for the grant after 409 and offers to disable and enable the skill after a minute', async () => {
    const ana = await connectWith(post({ code: 'conflict' }));
    expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled', mend: 'reconnect', connecting: { step: 'grant' } });
    await expectCodes(ana, 1);
    await letMinutePass((await ana.current()).id);
    expect((await ana.amazon()).connecting).toMatchObject({ maySwitchOffAndOn: true });
    expect(endOf(await ana.connectAlexa({ reset: true }))).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });
});

describe('disabling and enabling the skill', () => {
  test.each<[string, How, typeof refused]>([
    ['401', { code: 'unauthorized' }, consentRefused],
    ['403', { code: 'forbidden' }, refused],
    ['503, twice', { status: 503, next: 2 }, unavailable],
  ])('stops and leaves the skill unchanged when Alexa answers %s', async (_, how, status) => {
    const name = guest();
    await enablingOf(name, { grant: 'never' });
    const ana = await newcomer(name);
    await ana.connectAlexa();
    await misbehaveFor('alexa', name, { match: 'DELETE /alexa/v1', ...how });
    expect(endOf(await ana.connectAlexa({ reset: true }))).toBe(ends.done);
    await forgetStageRefusals();
    expect(await ana.amazon()).toMatchObject(status);
    expect((await ana.home.look()).skillEnabled).toBe(true);
    await expectCodes(ana, 1);
  });
});
