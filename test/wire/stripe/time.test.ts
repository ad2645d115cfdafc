import { beforeEach, describe, expect, test } from 'vitest';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { atStripe, openInvoices, pastDue, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const after = async (days: number, id = 1) => {
  at.advance(days);
  return (await at.sync(id)).item;
};

describe('the end of a trial', () => {
  test('cancels a trial without a card at its end, with a period end in the past', { tags: 'spec-187.1' }, async () => {
    await subscribed(at);
    expect(await after(4.9)).toMatchObject({ status: 'trialing', currentPeriodEnd: '2026-11-25T12:00:00.000Z' });
    expect(await after(0.2)).toMatchObject({ status: 'canceled', planType: 'free', amount_due: 0 });
    const end = Date.parse(at.items.get(1)?.currentPeriodEnd ?? '');
    expect(end).toBeLessThanOrEqual(at.deps.now().getTime());
    expect(openInvoices(at)).toEqual([]);
  });

  test('continues a trial with a card as a paid subscription', async () => {
    await subscribed(at, { card: 'pm_card_visa' });
    expect(await after(5.5)).toMatchObject({
      status: 'active',
      amount_due: 1500,
      currentPeriodStart: '2026-11-25T12:00:00.000Z',
      currentPeriodEnd: '2026-12-25T12:00:00.000Z',
    });
  });

  test('becomes past due when the card is declined at the end of the trial', async () => {
    await subscribed(at, { card: 'pm_card_chargeCustomerFail' });
    expect(await after(5.5)).toMatchObject({ status: 'past_due', amount_due: 1500 });
  });
});

describe('renewals', () => {
  test('starts the next period on renewal', async () => {
    await subscribed(at, { id: 2 });
    expect(await after(31, 2)).toMatchObject({
      status: 'active',
      currentPeriodStart: '2026-12-20T12:00:00.000Z',
      currentPeriodEnd: '2027-01-20T12:00:00.000Z',
    });
  });

  test('becomes past due on a failed renewal, and active again when the next attempt succeeds', async () => {
    expect(await pastDue(at)).toMatchObject({ status: 'past_due', amount_due: 1500 });
    for (const card of at.sandbox.cards.all()) card.charge = 'works';
    expect(await after(4, 2)).toMatchObject({ status: 'active', amount_due: 1500 });
  });

  test('cancels the subscription and leaves no open invoice when the last attempt fails', async () => {
    await pastDue(at);
    expect(await after(20, 2)).toMatchObject({ status: 'canceled', planType: 'free', amount_due: 0 });
    expect(openInvoices(at)).toEqual([]);
  });
});

describe('the billing anchor', () => {
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

  test('returns to the last day of the month after shorter months', async () => {
    const ends = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'];
    expect(await endsFrom('2027-01-31T10:30:00Z', 4)).toEqual(ends.map((day) => `${day}T10:30:00.000Z`));
  });

  test('renews on the leap day when it started at the end of January', async () => {
    const ends = ['2028-02-29T10:30:00.000Z', '2028-03-31T10:30:00.000Z'];
    expect(await endsFrom('2028-01-31T10:30:00Z', 2)).toEqual(ends);
  });

  test('renews on 28 February until the next leap day when it started on one', async () => {
    const ends = ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'];
    const wanted = ends.map((day) => `${day}T23:59:59.000Z`);
    expect(await endsFrom('2028-02-29T23:59:59Z', 5, 'pro_annual')).toEqual(wanted);
  });

  test('starts the paid period at the end of the trial, even across the end of a month', async () => {
    at.advanceTo('2027-01-26T08:00:00Z');
    await subscribed(at, { card: 'pm_card_visa' });
    expect(await after(5.5)).toMatchObject({
      currentPeriodStart: '2027-01-31T08:00:00.000Z',
      currentPeriodEnd: '2027-02-28T08:00:00.000Z',
    });
  });
});
