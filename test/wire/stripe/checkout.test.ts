import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { aBilling, appUrl, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import {
  atStripe,
  eventsOf,
  lastCheckout,
  openCheckouts,
  openInvoices,
  paid,
  pastDue,
  refusalOf,
  subscribed,
} from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const running = [409, 'subscription.alreadyRunning'];

describe('a first purchase', () => {
  test.each([
    ['pro_monthly', 1500, '2026-12-20T12:00:00.000Z'],
    ['pro_annual', 12_000, '2027-11-20T12:00:00.000Z'],
  ] as const)(
    'activates and charges a first purchase of %s',
    { tags: 'spec-336.2' },
    async (plan, amount, currentPeriodEnd) => {
      await subscribed(at, { id: 2, plan });
      expect(await at.read(2)).toMatchObject({ status: 'active', planType: plan, amount, currentPeriodEnd });
    },
  );

  test('sends Stripe exactly the agreed parameters', { tags: 'spec-279.1' }, async () => {
    await at.checkout(1, 'pro_annual', 'pt');
    const wanted = Object.fromEntries(
      new URLSearchParams(at.sent.find(({ path }) => path === '/v1/checkout/sessions')?.body),
    );
    expect(wanted).toMatchObject({
      mode: 'subscription',
      customer: at.items.get(1)?.customerId,
      client_reference_id: '1',
      'line_items[0][price]': at.ids.pro_annual,
      'line_items[0][quantity]': '1',
      success_url: `${appUrl}/subscription?id=1&success=true`,
      cancel_url: `${appUrl}/subscription?id=1&canceled=true`,
      locale: 'pt-BR',
      allow_promotion_codes: 'true',
      payment_method_collection: 'if_required',
      'subscription_data[billing_mode][type]': 'flexible',
      'subscription_data[trial_period_days]': '5',
      'subscription_data[trial_settings][end_behavior][missing_payment_method]': 'cancel',
      'subscription_data[metadata][planType]': 'pro_annual',
      'metadata[workspaceId]': '1',
      'metadata[userId]': 'ana',
    });
  });

  test('always collects a card on a checkout without a trial', async () => {
    await at.checkout(2, 'pro_monthly');
    const wanted = new URLSearchParams(at.sent.find(({ path }) => path === '/v1/checkout/sessions')?.body);
    expect([...wanted.keys()].filter((name) => /trial|collection/.test(name))).toEqual([]);
  });
});

describe('checkout parameters', () => {
  test('accepts the alias or the id of a price', { tags: 'spec-279.1' }, async () => {
    const byAlias = await at.checkout(1, 'pro_annual');
    expect(await at.checkout(1, at.ids.pro_annual ?? '')).toEqual(byAlias);
  });

  test('rejects a foreign price without a call to Stripe', async () => {
    expect(await refusalOf(at.checkout(1, 'price_foreign'))).toEqual([400, 'subscription.unknownPrice']);
    expect(at.sent).toEqual([]);
  });

  test.each([
    ['pt', 'pt-BR'],
    ['en', 'en'],
    ['es', 'es'],
    ['fr', 'auto'],
    [undefined, 'auto'],
  ])('maps the locale %s to %s', async (locale, shown) => {
    await at.checkout(1, 'pro_monthly', locale);
    expect(lastCheckout(at)).toMatchObject({ locale: shown });
  });
});

describe('repeated clicks', () => {
  test('creates one customer and one page for concurrent clicks', async () => {
    const pages = await Promise.all([1, 2, 3].map(() => at.checkout(1, 'pro_monthly')));
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
    expect(at.sandbox.customers.all()).toHaveLength(1);
    expect(at.sandbox.checkouts.all()).toHaveLength(1);
  });

  test('returns the open page again while it stays open for more than a minute', async () => {
    const first = await at.checkout(1, 'pro_monthly');
    at.advance(5 / (24 * 60));
    expect(await at.checkout(1, 'pro_monthly')).toEqual(first);
    const ends = Date.parse(at.items.get(1)?.pendingCheckout?.expiresAt ?? '');
    at.advanceTo(new Date(ends - 30_000).toISOString());
    expect(await at.checkout(1, 'pro_monthly')).not.toEqual(first);
  });

  test('closes the first page when another plan is chosen, and opens a third one for the first plan', async () => {
    const first = await at.checkout(1, 'pro_monthly');
    await at.checkout(1, 'pro_annual');
    const again = await at.checkout(1, 'pro_monthly');
    expect(again.url).not.toBe(first.url);
    expect(openCheckouts(at)).toHaveLength(1);
  });

  test('leaves exactly one open page, which one of the clicks returned, for any interleaving of clicks', async () => {
    const click = fc.tuple(fc.constantFrom('pro_monthly', 'pro_annual'), fc.constantFrom('pt-BR', 'en', 'es'));
    const clicks = fc.array(click, { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), clicks, async (order, all) => {
        at = await aBilling();
        const { find, save } = at.subscriptions;
        at.subscriptions.find = order.scheduleFunction(find);
        at.subscriptions.save = order.scheduleFunction(save);
        at.deps.stripe.expireCheckout = order.scheduleFunction(at.deps.stripe.expireCheckout);
        const answers = Promise.allSettled(all.map(([plan, locale]) => at.checkout(1, plan, locale)));
        await order.waitFor(answers);
        const [open, ...others] = openCheckouts(at);
        expect(others).toEqual([]);
        expect(open?.id).toBe(at.items.get(1)?.pendingCheckout?.sessionId);
        const given = (await answers).map((one) => (one.status === 'fulfilled' ? one.value.url : String(one.reason)));
        expect(given).toContain(open?.url);
        expect(given.filter((url) => !url.startsWith('http'))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('keeps the first page until the second one is stored', async () => {
    const { url } = await at.checkout(1, 'pro_monthly');
    const { save } = at.subscriptions;
    at.subscriptions.save = async (change) => {
      const isPage = change.after.pendingCheckout?.sessionId !== change.before.pendingCheckout?.sessionId;
      if (isPage) throw new Error('The table does not answer.');
      return save(change);
    };
    await expect(at.checkout(1, 'pro_annual')).rejects.toThrow('does not answer');
    expect(openCheckouts(at).map((one) => one.url)).toContain(url);
  });

  test('closes the replaced page at the next click when the first attempt stopped before closing it', async () => {
    const { url } = await at.checkout(1, 'pro_monthly');
    const { expireCheckout } = at.deps.stripe;
    at.deps.stripe.expireCheckout = () => Promise.reject(new Error('The process has stopped.'));
    await expect(at.checkout(1, 'pro_annual')).rejects.toThrow('has stopped');
    at.deps.stripe.expireCheckout = expireCheckout;
    const second = await at.checkout(1, 'pro_annual');
    expect(openCheckouts(at).map((one) => one.url)).toEqual([second.url]);
    expect(second.url).not.toBe(url);
  });

  test('creates no second customer or page when an answer of Stripe was lost', async () => {
    at.trouble.push({ at: 'POST /v1/customers', does: 'lost' });
    await refusalOf(at.checkout(1, 'pro_monthly'));
    at.trouble.push({ at: 'POST /v1/checkout/sessions', does: 'lost' });
    await refusalOf(at.checkout(1, 'pro_monthly'));
    await at.checkout(1, 'pro_monthly');
    expect(at.sandbox.customers.all()).toHaveLength(1);
    expect(at.sandbox.checkouts.all()).toHaveLength(1);
  });
});

describe('refused checkouts', () => {
  test('rejects a checkout while a trial or a subscription runs', async () => {
    await subscribed(at);
    expect(await refusalOf(at.checkout(1, 'pro_annual'))).toEqual(running);
    await subscribed(at, { id: 2 });
    expect(await refusalOf(at.checkout(2, 'pro_annual'))).toEqual(running);
  });

  test('rejects a checkout while a payment is past due, because the card has to change', async () => {
    expect(await pastDue(at)).toMatchObject({ status: 'past_due' });
    expect(await refusalOf(at.checkout(2, 'pro_annual'))).toEqual(running);
  });

  test('rejects a checkout when the page was completed in another tab', async () => {
    await paid(at);
    expect(await refusalOf(at.checkout(1, 'pro_annual'))).toEqual(running);
  });

  test('rejects a checkout when the page is completed just before it is closed', async () => {
    const { url } = await at.checkout(1, 'pro_monthly');
    const real = { ...at.deps.stripe };
    at.deps.stripe.expireCheckout = async (id) => {
      await at.pressed(url, { action: 'pay', card: 'none' });
      return real.expireCheckout(id);
    };
    expect(await refusalOf(at.checkout(1, 'pro_annual'))).toEqual(running);
    expect(at.items.get(1)?.status).toBe('trialing');
    expect(openCheckouts(at)).toEqual([]);
  });

  test('rejects a checkout for a deactivated workspace', async () => {
    const off = at.workspaces.get(2);
    if (off) at.workspaces.set(2, { ...off, status: 'INATIVO' });
    expect(await refusalOf(at.checkout(2, 'pro_monthly'))).toEqual([409, 'workspace.inactive']);
  });
});

describe('the previous subscription', () => {
  async function unpaid(): Promise<void> {
    at.sandbox.change({ afterRetries: 'unpaid' });
    await subscribed(at, { id: 2, card: 'pm_card_chargeCustomerFail' });
    at.advance(60);
    expect((await at.sync(2)).item.status).toBe('unpaid');
  }

  test('cancels an unpaid subscription and its invoice', async () => {
    await unpaid();
    await at.checkout(2, 'pro_annual');
    expect(at.sandbox.subscriptions.all().map(({ status }) => status)).toEqual(['canceled']);
    expect(openInvoices(at)).toEqual([]);
  });

  test('keeps an unpaid subscription until its successor has a page, and cancels it at the next click', async () => {
    await unpaid();
    at.trouble.push({ at: 'POST /v1/checkout/sessions', does: 'lost' });
    await refusalOf(at.checkout(2, 'pro_annual'));
    expect(at.sandbox.subscriptions.all().map(({ status }) => status)).toEqual(['unpaid']);
    await at.checkout(2, 'pro_annual');
    expect(at.sandbox.subscriptions.all().map(({ status }) => status)).toEqual(['canceled']);
    expect(openCheckouts(at)).toHaveLength(1);
  });

  test.each(['incomplete', 'paused'] as const)(
    'cancels a subscription with the status %s before opening the checkout',
    async (status) => {
      await subscribed(at, { id: 2 });
      atStripe(at, 2).status = status;
      await at.checkout(2, 'pro_annual');
      expect(at.sandbox.subscriptions.all().map((one) => one.status)).toEqual(['canceled']);
      expect(openCheckouts(at)).toHaveLength(1);
    },
  );

  test('creates another subscription for the same customer after a cancellation', async () => {
    const first = await subscribed(at, { id: 2 });
    await at.account.subscriptions.cancel(first.subscriptionId ?? '');
    const second = await subscribed(at, { id: 2, plan: 'pro_annual' });
    expect(second).toMatchObject({ status: 'active', planType: 'pro_annual', customerId: first.customerId });
    expect(second.subscriptionId).not.toBe(first.subscriptionId);
  });

  test('rejects a checkout when the stored status is unknown', async () => {
    await subscribed(at, { id: 2 });
    const stored = at.items.get(2);
    if (stored) at.items.set(2, { ...stored, status: 'hibernating', customerId: undefined });
    expect(await refusalOf(at.checkout(2, 'pro_annual'))).toEqual(running);
  });
});

test('replaces a customer that was deleted in Stripe, and logs that once', async () => {
  const { customerId = '' } = await subscribed(at);
  await at.account.customers.del(customerId);
  await at.checkout(1, 'pro_monthly');
  expect(at.items.get(1)?.customerId).not.toBe(customerId);
  expect(at.items.get(1)).toMatchObject({ generation: 1, status: 'none' });
  expect(eventsOf(at).filter((event) => event === 'billing.customerHealed')).toHaveLength(1);
});

test('does not return the open page of a deleted customer', async () => {
  const { url } = await at.checkout(1, 'pro_monthly');
  const gone = at.items.get(1)?.customerId ?? '';
  await at.account.customers.del(gone);
  expect((await at.checkout(1, 'pro_monthly')).url).not.toBe(url);
  expect(lastCheckout(at)?.customer).toBe(at.items.get(1)?.customerId);
  expect(openCheckouts(at)).toHaveLength(1);
  expect(at.items.get(1)?.customerId).not.toBe(gone);
});

test('replaces a deleted customer even when the deletion event arrives concurrently', async () => {
  const { customerId = '' } = await subscribed(at);
  await at.account.customers.del(customerId);
  const news = () => {
    const item = at.items.get(1);
    if (item) at.items.set(1, { ...item, rev: item.rev + 1 });
  };
  at.subscriptions.between.push(() => undefined, news);
  await at.checkout(1, 'pro_monthly');
  expect(at.items.get(1)?.customerId).not.toBe(customerId);
});

test('gives up when the customer is deleted repeatedly', async () => {
  await at.checkout(1, 'pro_monthly');
  const gone = { at: 'POST /v1/checkout/sessions', status: 400, code: 'resource_missing', param: 'customer' };
  at.trouble.push(gone, gone, gone);
  expect(await refusalOf(at.checkout(1, 'pro_annual'))).toEqual([502, 'subscription.providerFailed']);
  expect(at.sandbox.customers.all()).toHaveLength(2);
});
