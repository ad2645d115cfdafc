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

describe('offering the trial', () => {
  test('offers five days on the default workspace', { tags: 'spec-335.1' }, async () => {
    expect(await daysOffered(1)).toBe(5);
  });

  test('offers no trial on another workspace', { tags: 'spec-12.2' }, async () => {
    expect(await daysOffered(2)).toBeUndefined();
  });

  test('offers no second trial', { tags: 'spec-12.2' }, async () => {
    await subscribed(at);
    at.advance(6);
    expect(await daysOffered(1)).toBeUndefined();
  });

  test('refuses the trial to an account that had one under another sign-in', async () => {
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
  ])('refuses the trial to %s that had one under another sign-in', async (_, connect) => {
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

describe('connecting during a trial', () => {
  const phone = '5511987654321';
  const others = { type: 'trial', usedAt: '2026-11-02T00:00:00.000Z', subscriptionId: 'sub_of_bruno' } as const;
  const connections = [
    ['an Amazon account', () => linkTo(1), accountHash('amazon', 'amzn1.account.ANA'), 'amazonAccount'],
    ['a WhatsApp number', () => void at.phones.set(1, phone), accountHash('whatsapp', phone), 'whatsappNumber'],
  ] as const;

  test.each(connections)('marks %s connected during the trial at the next sync', async (_, connect, hash) => {
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
    'marks %s connected between the first sync of the trial and the one a minute later',
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
    'ends the trial and shows the reason when %s with another trial is connected',
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
    'charges a trial with a card and shows the reason for a week when %s with another trial is connected',
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
    'ends the trial when %s got its mark while the checkout page was open',
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

  test('ends the trial later and keeps the reason when Stripe fails at first', async () => {
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

  test('does not mark an account that is connected after the trial', async () => {
    await subscribed(at);
    at.advance(6);
    await at.sync(1);
    linkTo(1);
    await at.sync(1);
    expect([...at.subscriptions.trials.keys()]).toEqual(['hash-of-ana']);
  });
});

describe('using up the trial', () => {
  test('uses up the trial when its subscription is first seen, not at an unfinished checkout', async () => {
    await at.checkout(1, 'pro_monthly');
    await at.sync(1);
    expect(at.users.get('ana')?.trialUsed).toBe(false);
    const { subscriptionId } = await subscribed(at);
    expect(at.users.get('ana')).toMatchObject({ trialUsed: true, trialSubscriptionId: subscriptionId });
  });

  test('uses up the trial once under concurrent syncs', async () => {
    await paid(at);
    const looks = await Promise.all([1, 2, 3].map(() => at.sync(1)));
    expect(looks.filter(({ changed }) => changed)).toHaveLength(1);
    expect(at.users.get('ana')).toMatchObject({ trialSubscriptionId: atStripe(at).id });
    expect(atStripe(at).status).toBe('trialing');
  });

  test('uses up the trial when it ended before the first sync', async () => {
    await paid(at);
    at.advance(6);
    expect((await at.sync(1)).item.status).toBe('canceled');
    expect(at.users.get('ana')?.trialUsed).toBe(true);
  });
});

test.each([
  ['ends a second trial without a card', 'none', 'canceled'],
  ['charges a second trial with a card', 'pm_card_visa', 'active'],
] as const)('%s and logs it', async (_, card, status) => {
  const { url } = await at.checkout(1, 'pro_monthly');
  ana({ trialUsed: true, trialSubscriptionId: 'sub_other' });
  await at.pressed(url, { action: 'pay', card });
  expect((await at.sync(1)).item.status).toBe(status);
  expect(eventsOf(at)).toContain('billing.secondTrial');
});
