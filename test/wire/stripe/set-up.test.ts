import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { setUpBilling } from '#infra/billing/set-up.ts';
import { billingEvents } from '#shared/rules/billing/billing-events.ts';

import { aStripe, type AStripe } from '../../sandboxes/stripe/a-stripe.ts';
import { aStripeInProcess } from '../../support/worlds/billing/a-stripe-in-process.ts';

const appUrl = 'https://app.example.com';
let at: AStripe;
beforeAll(async () => void (at = await aStripe()));
beforeEach(() => at.reset());
afterAll(() => at.close());

const setUp = (more: Partial<Parameters<typeof setUpBilling>[0]> = {}) =>
  setUpBilling({ stripe: at.stripe, appUrl, ...more });

test(
  'creates product, both prices, portal and webhook endpoint with exactly our events in an empty account',
  { tags: ['spec-336.1', 'spec-336.2', 'spec-336.4', 'spec-336.5'] },
  async () => {
    const { done, ids, webhookSecret } = await setUp();
    expect(done).toHaveLength(5);
    expect(webhookSecret).toMatch(/./);
    expect((await at.stripe.prices.list({ lookup_keys: ['pro_monthly', 'pro_annual'] })).data).toMatchObject([
      { id: ids.pro_annual, unit_amount: 12_000, currency: 'usd', recurring: { interval: 'year' } },
      { id: ids.pro_monthly, unit_amount: 1500, currency: 'usd', recurring: { interval: 'month' } },
    ]);
    const [endpoint] = (await at.stripe.webhookEndpoints.list()).data;
    expect(endpoint).toMatchObject({ url: `${appUrl}/prod/stripe/events`, enabled_events: [...billingEvents] });
  },
);

test('changes nothing and returns the same ids on a second run', async () => {
  const first = await setUp();
  expect(await setUp()).toEqual({ done: [], ids: first.ids });
});

test('lists what it would do and does nothing on a dry run', async () => {
  expect((await setUp({ dryRun: true })).done).toHaveLength(5);
  expect((await at.stripe.products.list()).data).toEqual([]);
  expect((await at.stripe.webhookEndpoints.list()).data).toEqual([]);
});

test(
  'creates a price with the same lookup key and offers it in the portal when a price changes',
  { tags: 'spec-336.4' },
  async () => {
    const first = await setUp();
    const prices = {
      pro_monthly: { amount: 1800, interval: 'month' },
      pro_annual: { amount: 12_000, interval: 'year' },
    } as const;
    const second = await setUp({ prices });
    expect(second.done).toHaveLength(2);
    expect(second.ids.pro_monthly).not.toBe(first.ids.pro_monthly);
    expect(second.ids.pro_annual).toBe(first.ids.pro_annual);
    expect(second.ids.portalConfiguration).toBe(first.ids.portalConfiguration);
    expect(await setUp({ prices })).toMatchObject({ done: [] });
    expect(await at.stripe.prices.retrieve(first.ids.pro_monthly ?? '')).toMatchObject({ lookup_key: null });
  },
);

test('reactivates an archived product with its old prices', async () => {
  const first = await setUp();
  await at.stripe.products.update('pro', { active: false });
  const done = ['unarchive product pro'];
  expect((await setUp({ dryRun: true })).done).toEqual(done);
  expect(await at.stripe.products.retrieve('pro')).toMatchObject({ active: false });
  expect(await setUp()).toEqual({ done, ids: first.ids });
  expect(await at.stripe.products.retrieve('pro')).toMatchObject({ active: true });
  expect(await setUp()).toEqual({ done: [], ids: first.ids });
});

test.each([
  ['of another product', { product: 'other' }],
  ['for three months at once', { product: 'pro', recurring: { interval: 'month', interval_count: 3 } as const }],
])('moves our lookup key from a price %s to a correct one', async (_, wrong) => {
  await setUp();
  await at.stripe.products.create({ id: 'other', name: 'Other' });
  const { id } = await at.stripe.prices.create({
    currency: 'usd',
    unit_amount: 1500,
    recurring: { interval: 'month' },
    lookup_key: 'pro_monthly',
    transfer_lookup_key: true,
    ...wrong,
  });
  const { done, ids } = await setUp();
  expect(done).toEqual(['create price pro_monthly: 1500 usd a month', 'change portal configuration']);
  expect(ids.pro_monthly).not.toBe(id);
});

test('restores all events of a webhook endpoint that was narrowed by hand', async () => {
  await setUp();
  const [endpoint] = (await at.stripe.webhookEndpoints.list()).data;
  await at.stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['invoice.paid'], disabled: true });
  expect((await setUp()).done).toEqual(['change events or state of the webhook endpoint']);
  expect((await setUp()).done).toEqual([]);
});

test('only reads on a second run and on dry runs, even when a price would change', async () => {
  const { account, sent } = aStripeInProcess(appUrl);
  await setUpBilling({ stripe: account, appUrl });
  sent.length = 0;
  await setUpBilling({ stripe: account, appUrl });
  const prices = {
    pro_monthly: { amount: 1800, interval: 'month' },
    pro_annual: { amount: 12_000, interval: 'year' },
  } as const;
  const { done } = await setUpBilling({ stripe: account, appUrl, prices, dryRun: true });
  expect(done).toEqual(['create price pro_monthly: 1800 usd a month', 'change portal configuration']);
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(sent.length).toBeGreaterThan(5);
});
