import { beforeEach, describe, expect, test } from 'vitest';

import { accountHash } from '#functions/data/items/user-item.ts';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { atStripe, eventsOf, lastCheckout, paid, refusalOf, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const ana = (change: object) => {
  const known = at.users.get('ana');
  if (known) at.users.set('ana', { ...known, ...change });
};
const daysOffered = async (workspaceId: number) => {
  await at.checkout(workspaceId, 'pro_monthly');
  return lastCheckout(at)?.trialDays;
};

const trialUsed = [409, 'subscription.trialUsed'];

describe('the trial is offered', () => {
  test('for five days, on the default workspace', { tags: 'spec-335.1' }, async () => {
    expect(await daysOffered(1)).toBe(5);
  });

  test('not on another workspace', { tags: 'spec-12.2' }, async () => {
    expect(await daysOffered(2)).toBeUndefined();
  });

  test('not again when it was used', { tags: 'spec-12.2' }, async () => {
    await subscribed(at);
    at.advance(6);
    expect(await daysOffered(1)).toBeUndefined();
  });

  test('not to an account that had one under another sign-in', async () => {
    await subscribed(at);
    at.advance(6);
    ana({ trialUsed: false });
    const pages = at.sandbox.checkouts.all().length;
    expect(await refusalOf(daysOffered(1))).toEqual(trialUsed);
    expect(at.sandbox.checkouts.all()).toHaveLength(pages);
    expect(at.users.get('ana')?.trialUsed).toBe(true);
    expect(await daysOffered(1)).toBeUndefined();
    expect(at.sandbox.checkouts.all()).toHaveLength(pages + 1);
  });

  test.each([
    ['a linked Amazon account', () => linkTo(1)],
    ['a WhatsApp number', () => void at.phones.set(1, '5511987654321')],
  ])('not to %s that had one, whoever signed in', async (_, connect) => {
    connect();
    await subscribed(at);
    at.advance(6);
    ana({ trialUsed: false, accountHash: 'hash-of-another-sign-in' });
    expect(await refusalOf(daysOffered(1))).toEqual(trialUsed);
    expect(await daysOffered(1)).toBeUndefined();
  });
});

function linkTo(workspaceId: number, amazonUserId = 'amzn1.account.ANA') {
  const link = { number: 1, amazonUserId, name: 'Ana', email: 'ana@example.com' };
  const times = { createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' };
  const linked = at.workspaces.get(workspaceId);
  if (linked) at.workspaces.set(workspaceId, { ...linked, link: { ...link, ...times } });
}

describe('during a trial', () => {
  const phone = '5511987654321';
  const others = { type: 'trial', usedAt: '2026-11-02T00:00:00.000Z', subscriptionId: 'sub_of_bruno' } as const;
  const connections = [
    ['an Amazon account', () => linkTo(1), accountHash('amazon', 'amzn1.account.ANA'), 'amazonAccount'],
    ['a WhatsApp number', () => void at.phones.set(1, phone), accountHash('whatsapp', phone), 'whatsappNumber'],
  ] as const;

  test.each(connections)('%s that is connected is marked by the next sync at the latest', async (_, connect, hash) => {
    const { subscriptionId } = await subscribed(at);
    expect(at.subscriptions.trials.has(hash)).toBe(false);
    connect();
    expect((await at.sync(1)).item.status).toBe('trialing');
    expect(at.subscriptions.trials.get(hash)).toMatchObject({ subscriptionId });
    const marks = new Map(at.subscriptions.trials);
    await at.sync(1);
    expect(at.subscriptions.trials).toEqual(marks);
  });

  test.each(connections)(
    '%s that is connected while the trial is first seen is marked a minute later',
    async (_, connect, hash) => {
      const { subscriptionId } = await subscribed(at);
      connect();
      at.advanceTo(new Date(at.deps.now().getTime() + 60_000).toISOString());
      await at.syncDue();
      expect(at.subscriptions.trials.get(hash)).toMatchObject({ subscriptionId });
      expect(Date.parse(at.items.get(1)?.dueAt ?? '')).toBe(at.deps.now().getTime() + 86_400_000);
    },
  );

  test.each(connections)(
    '%s with another trial ends this one, and the page says why',
    async (_, connect, hash, owner) => {
      await subscribed(at);
      at.subscriptions.trials.set(hash, others);
      connect();
      await at.sync(1);
      expect(await at.read(1)).toMatchObject({ status: 'canceled', secondTrial: owner });
      expect(at.subscriptions.trials.get(hash)).toEqual(others);
      expect(eventsOf(at)).toContain('billing.secondTrial');
      at.advance(30);
      expect(await at.read(1)).toMatchObject({ secondTrial: owner });
      await subscribed(at, { card: 'pm_card_visa' });
      expect(await at.read(1)).not.toHaveProperty('secondTrial');
    },
  );

  test.each(connections)(
    '%s with another trial makes one with a card cost, and says so for a week',
    async (_, connect, hash, owner) => {
      await subscribed(at, { card: 'pm_card_visa' });
      at.subscriptions.trials.set(hash, others);
      connect();
      await at.sync(1);
      expect(await at.read(1)).toMatchObject({ status: 'active', secondTrial: owner });
      at.advance(8);
      expect(await at.read(1)).not.toHaveProperty('secondTrial');
    },
  );

  test.each(connections)(
    '%s that got its mark while the checkout page was open ends the trial',
    async (_, connect, hash, owner) => {
      const { url } = await at.checkout(1, 'pro_monthly');
      at.subscriptions.trials.set(hash, others);
      connect();
      await at.pressed(url, { action: 'pay', card: 'none' });
      await at.sync(1);
      expect(await at.read(1)).toMatchObject({ status: 'canceled', secondTrial: owner });
      expect(at.users.get('ana')?.trialUsed).toBe(true);
    },
  );

  test('what Stripe did not do at first is done later, and the reason is kept', async () => {
    await subscribed(at);
    at.subscriptions.trials.set(accountHash('amazon', 'amzn1.account.ANA'), others);
    linkTo(1);
    at.trouble.push({ at: `DELETE /v1/subscriptions/${atStripe(at).id}`, status: 500 });
    await expect(at.sync(1)).rejects.toThrow('Stripe: failed');
    expect(await at.read(1)).not.toHaveProperty('secondTrial');
    expect(at.items.get(1)?.secondTrial?.owner).toBe('amazonAccount');
    await at.sync(1);
    expect(await at.read(1)).toMatchObject({ status: 'canceled', secondTrial: 'amazonAccount' });
  });

  test('an account that is connected when the trial is over gets no mark', async () => {
    await subscribed(at);
    at.advance(6);
    await at.sync(1);
    linkTo(1);
    await at.sync(1);
    expect([...at.subscriptions.trials.keys()]).toEqual(['hash-of-ana']);
  });
});

describe('the trial is used up', () => {
  test('when a subscription with it is first seen, by its id, and not by an unfinished checkout page', async () => {
    await at.checkout(1, 'pro_monthly');
    await at.sync(1);
    expect(at.users.get('ana')?.trialUsed).toBe(false);
    const { subscriptionId } = await subscribed(at);
    expect(at.users.get('ana')).toMatchObject({ trialUsed: true, trialSubscriptionId: subscriptionId });
  });

  test('once, however many look at the same time', async () => {
    await paid(at);
    const looks = await Promise.all([1, 2, 3].map(() => at.sync(1)));
    expect(looks.filter(({ changed }) => changed)).toHaveLength(1);
    expect(at.users.get('ana')).toMatchObject({ trialSubscriptionId: atStripe(at).id });
    expect(atStripe(at).status).toBe('trialing');
  });

  test('also when it is over before anybody looked', async () => {
    await paid(at);
    at.advance(6);
    expect((await at.sync(1)).item.status).toBe('canceled');
    expect(at.users.get('ana')?.trialUsed).toBe(true);
  });
});

test.each([
  ['without a card is ended', 'none', 'canceled'],
  ['with a card begins to cost', 'pm_card_visa', 'active'],
] as const)('a second trial %s, and is logged', async (_, card, status) => {
  const { url } = await at.checkout(1, 'pro_monthly');
  ana({ trialUsed: true, trialSubscriptionId: 'sub_other' });
  await at.pressed(url, { action: 'pay', card });
  expect((await at.sync(1)).item.status).toBe(status);
  expect(eventsOf(at)).toContain('billing.secondTrial');
});
