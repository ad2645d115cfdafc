import { describe, expect, inject, test } from 'vitest';

import { cookieJar } from '../../local/browser-like.ts';
import { codesSent, enablementCalls } from '../kit/alexa-orders.ts';
import { connectionOf, endOf, ends, leadsTo, tripOf } from '../kit/connect.ts';
import { guests } from '../kit/guests.ts';
import { newcomer, type JourneyPerson } from '../kit/person.ts';
import { countConnects } from '../kit/table.ts';

const guest = guests('connectTrips');
const trips = ['allow', 'code'] as const;

async function atAmazon(trip: 'link' | 'allow' | 'code') {
  const ana = await newcomer(guest());
  const connection = connectionOf(ana);
  return { ana, connection, page: await connection.upTo(trip) };
}

/** The user connects by starting again. */
async function expectConnects(ana: JourneyPerson): Promise<void> {
  expect(endOf(await ana.connectAlexa())).toBe(ends.done);
  expect(await ana.amazon()).toMatchObject({ skill: 'active', email: `${ana.name}@example.com` });
}

test('redirects to the linked workspace although the user switched to another one in between', async () => {
  const { ana, connection, page } = await atAmazon('link');
  const { id } = await ana.current();
  await ana.switchTo((await ana.addWorkspace('Beach')).id);
  const end = await connection.on(page);
  expect(Object.fromEntries(end.searchParams)).toEqual({ success: 'true', id: String(id) });
});

describe('another Amazon account in the middle of the flow', () => {
  test('stops before calling Alexa when the consent is given with another account, and connects on retry', async () => {
    const { ana, connection, page } = await atAmazon('allow');
    const other = guest();
    expect(endOf(await connection.back(await connection.allow(page, other)))).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({
      skill: 'notEnabled',
      email: `${ana.name}@example.com`,
      mend: 'reconnect',
      connecting: { problem: 'amazon.otherAccountChosen' },
    });
    expect([...(await enablementCalls(ana.name)), ...(await enablementCalls(other))]).toEqual([]);
    await expectConnects(ana);
  });

  test('receives no grant when the code for Alexa belongs to another account, and connects on retry', async () => {
    const { ana, connection, page } = await atAmazon('code');
    expect(endOf(await connection.back(await connection.allow(page, guest())))).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled', mend: 'reconnect', connecting: { step: 'grant' } });
    await expectConnects(ana);
    const codes = await codesSent(ana.name);
    expect(codes).toHaveLength(2);
    expect(new Set(codes).size).toBe(2);
  });
});

describe('users who stop in the middle of the flow', () => {
  test('links nothing after Cancel on the first page and connects on retry', { tags: 'spec-9.4' }, async () => {
    const { ana, connection, page } = await atAmazon('link');
    expect(endOf(await connection.back(await connection.refuse(page)))).toBe(ends.cancelled);
    expect(await ana.amazon()).toMatchObject({ skill: 'notLinked' });
    await expectConnects(ana);
  });

  test.each(trips)('keeps the linked account after Cancel at the step "%s" and connects on retry', async (trip) => {
    const { ana, connection, page } = await atAmazon(trip);
    expect(endOf(await connection.back(await connection.refuse(page)))).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({
      skill: 'notEnabled',
      mend: 'reconnect',
      connecting: { problem: trip === 'code' ? 'amazon.accountNotConfirmed' : 'amazon.allowDeclined' },
    });
    await expectConnects(ana);
  });

  test.each([
    ['allow', 'allow'],
    ['code', 'enable'],
  ] as const)(
    'shows the pending step when the user leaves Amazon’s page "%s", and connects on retry',
    async (trip, step) => {
      const { ana } = await atAmazon(trip);
      expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled', mend: 'reconnect', connecting: { step } });
      expect((await ana.amazon()).connecting).not.toHaveProperty('problem');
      await expectConnects(ana);
      expect(await ana.amazon()).not.toHaveProperty('connecting');
    },
  );

  test.each(trips)('does not connect after Cancel on our page while Amazon shows "%s"', async (trip) => {
    const { ana, connection, page } = await atAmazon(trip);
    expect(await connection.cancel()).toEqual({ success: true });
    expect(await ana.amazon()).not.toHaveProperty('connecting');
    expect(endOf(await connection.back(await connection.allow(page)))).toBe(ends.stateInvalid);
    expect(await enablementCalls(ana.name)).toEqual([]);
    expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled' });
    // Cancelling again is harmless.
    expect(await connection.cancel()).toEqual({ success: true });
    await expectConnects(ana);
  });
});

describe('single use of callbacks', () => {
  test.each(trips)('ignores a reload or the Back button after the step "%s"', async (trip) => {
    const { ana, connection, page } = await atAmazon(trip);
    const callback = await connection.allow(page);
    await connection.back(callback);
    const before = await ana.amazon();
    const codes = await codesSent(ana.name);
    expect(endOf(await connection.back(callback))).toBe(ends.stateInvalid);
    expect(await codesSent(ana.name)).toEqual(codes);
    expect((await ana.amazon()).connecting).toEqual(before.connecting);
    await expectConnects(ana);
  });

  test.each(trips)('rejects the callback of "%s" in the browser of another user', async (trip) => {
    const { ana, connection, page } = await atAmazon(trip);
    const bruno = await newcomer(guest());
    const callback = await connection.allow(page);
    expect(endOf(await connectionOf(bruno).back(callback))).toBe(ends.stateInvalid);
    const nobody = cookieJar(inject('stack').appUrl);
    expect(endOf(leadsTo(await nobody.hop(callback.href)))).toBe('/login?error=auth.stateInvalid');
    expect(await enablementCalls(ana.name)).toEqual([]);
    expect(await bruno.amazon()).toMatchObject({ skill: 'notLinked' });
    expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled' });
  });

  test.each(trips)('rejects the callback of "%s" after a newer start, which continues', async (trip) => {
    const { ana, connection, page } = await atAmazon(trip);
    const newer = await connection.upTo('allow');
    expect(endOf(await connection.back(await connection.allow(page)))).toBe(ends.stateInvalid);
    expect(await enablementCalls(ana.name)).toEqual([]);
    expect(endOf(await connection.on(newer))).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });

  test.each(trips)('rejects the callback of "%s" after a sign-out or the sign-in of another user', async (trip) => {
    const { ana, connection, page } = await atAmazon(trip);
    const callback = await connection.allow(page);
    await ana.send('POST', '/api/auth/logout');
    expect(endOf(await connection.back(callback))).toBe(ends.stateInvalid);

    await ana.browser.signIn('google', ana.name);
    const next = await connection.allow(await connection.upTo(trip));
    await ana.browser.signIn('google', guest());
    expect(endOf(await connection.back(next))).toBe(ends.stateInvalid);
    expect(await enablementCalls(ana.name)).toEqual([]);
    expect(await ana.amazon()).toMatchObject({ skill: 'notLinked' });
  });

  test.each(trips)('rejects the callback of "%s" after unlinking', async (trip) => {
    const { ana, connection, page } = await atAmazon(trip);
    await ana.unlinkAmazon((await ana.current()).id);
    expect(endOf(await connection.back(await connection.allow(page)))).toBe(ends.stateInvalid);
    expect(await enablementCalls(ana.name)).toEqual([]);
    expect(await ana.amazon()).toMatchObject({ skill: 'notLinked' });
  });
});

describe('five attempts per hour', () => {
  test('rejects the sixth attempt of a new link within an hour and keeps the link', async () => {
    const ana = await newcomer(guest());
    const { id: userId } = await ana.whoAmI();
    await countConnects(userId, 4);
    expect(tripOf(await connectionOf(ana).upTo('allow'))).toBe('allow');
    await ana.unlinkAmazon((await ana.current()).id);
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({
      skill: 'notEnabled',
      connecting: { problem: 'amazon.connectTooOften' },
    });
    expect(await enablementCalls(ana.name)).toEqual([]);
  });

  test('rejects the sixth attempt of an existing link within an hour, suggests the Alexa app, and allows reconnecting afterwards', async () => {
    const ana = await newcomer(guest());
    const { id: userId } = await ana.whoAmI();
    await ana.linkAmazon();
    await countConnects(userId, 5);
    expect(endOf(await ana.connectAlexa())).toBe(ends.nothingNew);
    const tooOften = { mend: 'reinstall', connecting: { problem: 'amazon.connectTooOften' } };
    expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled', ...tooOften });
    expect(await enablementCalls(ana.name)).toEqual([]);
    await countConnects(userId, 0);
    expect(await ana.amazon()).toMatchObject({ mend: 'reconnect' });
    await expectConnects(ana);
  });
});
