import { beforeEach, describe, expect, test } from 'vitest';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { atStripe, openInvoices, pastDue, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const after = async (days: number, id = 1) => {
  at.advance(days);
  return (await at.sync(id)).item;
};

describe('at the end of a trial', () => {
  test(
    'without a card it is cancelled at once, and the period end is in the past',
    { tags: 'spec-187.1' },
    async () => {
      await subscribed(at);
      expect(await after(4.9)).toMatchObject({ status: 'trialing', currentPeriodEnd: '2026-11-25T12:00:00.000Z' });
      expect(await after(0.2)).toMatchObject({ status: 'canceled', planType: 'free', amount_due: 0 });
      const end = Date.parse(at.items.get(1)?.currentPeriodEnd ?? '');
      expect(end).toBeLessThanOrEqual(at.deps.now().getTime());
      expect(openInvoices(at)).toEqual([]);
    },
  );

  test('with a card it continues as active, and is paid', async () => {
    await subscribed(at, { card: 'pm_card_visa' });
    expect(await after(5.5)).toMatchObject({
      status: 'active',
      amount_due: 1500,
      currentPeriodStart: '2026-11-25T12:00:00.000Z',
      currentPeriodEnd: '2026-12-25T12:00:00.000Z',
    });
  });

  test('with a card that is declined it is past due: managed, without paid features', async () => {
    await subscribed(at, { card: 'pm_card_chargeCustomerFail' });
    expect(await after(5.5)).toMatchObject({ status: 'past_due', amount_due: 1500 });
  });
});

describe('a renewal', () => {
  test('begins the next period', async () => {
    await subscribed(at, { id: 2 });
    expect(await after(31, 2)).toMatchObject({
      status: 'active',
      currentPeriodStart: '2026-12-20T12:00:00.000Z',
      currentPeriodEnd: '2027-01-20T12:00:00.000Z',
    });
  });

  test('that fails is past due, and active again when the card works at the next try', async () => {
    expect(await pastDue(at)).toMatchObject({ status: 'past_due', amount_due: 1500 });
    for (const card of at.sandbox.cards.all()) card.charge = 'works';
    expect(await after(4, 2)).toMatchObject({ status: 'active', amount_due: 1500 });
  });

  test('that fails to the last try ends the subscription, and leaves nothing that could be paid', async () => {
    await pastDue(at);
    expect(await after(20, 2)).toMatchObject({ status: 'canceled', planType: 'free', amount_due: 0 });
    expect(openInvoices(at)).toEqual([]);
  });
});

describe('an anchor', () => {
  async function endsFrom(start: string, periods: number, plan = 'pro_monthly') {
    at.advanceTo(start);
    await subscribed(at, { id: 2, plan });
    const ends = [(await at.read(2)).currentPeriodEnd ?? ''];
    while (ends.length < periods) {
      at.advanceTo(new Date(Date.parse(ends.at(-1) ?? '') + 7_200_000).toISOString());
      ends.push((await at.read(2)).currentPeriodEnd ?? '');
    }
    expect(atStripe(at, 2).status).toBe('active');
    return ends;
  }

  test('at the end of a month comes back to it after shorter months', async () => {
    const ends = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'];
    expect(await endsFrom('2027-01-31T10:30:00Z', 4)).toEqual(ends.map((day) => `${day}T10:30:00.000Z`));
  });

  test('at the end of January finds the leap day', async () => {
    const ends = ['2028-02-29T10:30:00.000Z', '2028-03-31T10:30:00.000Z'];
    expect(await endsFrom('2028-01-31T10:30:00Z', 2)).toEqual(ends);
  });

  test('on the leap day is billed on 28 February until the next one', async () => {
    const ends = ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'];
    const wanted = ends.map((day) => `${day}T23:59:59.000Z`);
    expect(await endsFrom('2028-02-29T23:59:59Z', 5, 'pro_annual')).toEqual(wanted);
  });

  test('of a trial is its end, also over the end of a month', async () => {
    at.advanceTo('2027-01-26T08:00:00Z');
    await subscribed(at, { card: 'pm_card_visa' });
    expect(await after(5.5)).toMatchObject({
      currentPeriodStart: '2027-01-31T08:00:00.000Z',
      currentPeriodEnd: '2027-02-28T08:00:00.000Z',
    });
  });
});
