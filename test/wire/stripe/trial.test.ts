import { beforeEach, describe, expect, test } from 'vitest';

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

  test('not to a linked Amazon account that had one, for any person', async () => {
    const link = { number: 1, amazonUserId: 'amzn1.account.ANA', name: 'Ana', email: 'ana@example.com' };
    const linked = at.workspaces.get(1);
    const times = { createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' };
    if (linked) at.workspaces.set(1, { ...linked, link: { ...link, ...times } });
    await subscribed(at);
    at.advance(6);
    ana({ trialUsed: false, accountHash: 'hash-of-another-sign-in' });
    expect(await refusalOf(daysOffered(1))).toEqual(trialUsed);
    expect(await daysOffered(1)).toBeUndefined();
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
