import { beforeEach, describe, expect, test } from 'vitest';

import { createCatalogue } from '#functions/billing/catalogue.ts';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import type { StripeFailure } from '../../support/worlds/billing/a-stripe-in-process.ts';
import { eventsOf, openCheckouts, openInvoices, pastDue, refusalOf, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const customers = 'POST /v1/customers';
const checkouts = 'POST /v1/checkout/sessions';
const portals = 'POST /v1/billing_portal/sessions';

const fail = (call: string, trouble: StripeFailure, times = 1) =>
  at.trouble.push(...Array.from({ length: times }, () => ({ status: 400, ...trouble, at: call })));
const bodiesOf = (call: string): Record<string, string>[] =>
  at.sent
    .filter(({ method, path }) => `${method} ${path}` === call)
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
const keysOf = (call: string) => at.sent.filter(({ path }) => call.endsWith(path)).map(({ key }) => key);

describe('optional values', () => {
  test.each<[string, StripeFailure, string[]]>([
    ['an e-mail address', { code: 'email_invalid', param: 'email' }, ['email']],
    ['an e-mail address, named by the code alone', { code: 'email_invalid' }, ['email']],
    ['an e-mail address, without a code', { param: 'email' }, ['email']],
    ['a name that is too long', { code: 'parameter_invalid_string', param: 'name' }, ['name']],
  ])('creates the customer without the value when Stripe rejects %s', async (_, trouble, left) => {
    fail(customers, trouble);
    expect((await at.checkout(1, 'pro_monthly')).url).toMatch(/^http/);
    const [first = {}, second = {}] = bodiesOf(customers);
    expect(Object.keys(first).filter((name) => !(name in second))).toEqual(left);
    expect(new Set(keysOf(customers)).size).toBe(2);
    expect(eventsOf(at)).not.toContain('billing.misconfigured');
  });

  test('omits e-mail address and name of a new customer when Stripe rejects them in turn', async () => {
    fail(customers, { code: 'email_invalid', param: 'email' });
    fail(customers, { param: 'name' });
    await at.checkout(1, 'pro_monthly');
    expect(bodiesOf(customers).at(-1)).toEqual({ 'metadata[workspaceId]': '1', 'metadata[userId]': 'ana' });
  });

  test.each(['locale', 'allow_promotion_codes', 'expires_at'])(
    'omits the %s of a checkout when Stripe rejects it',
    async (param) => {
      fail(checkouts, { param });
      const { url } = await at.checkout(1, 'pro_monthly', 'pt');
      expect(bodiesOf(checkouts).map((body) => param in body)).toEqual([true, false]);
      expect(await at.checkout(1, 'pro_monthly', 'pt')).toEqual({ url });
      expect(openCheckouts(at)).toHaveLength(1);
    },
  );

  test.each(['createPortalSession', 'createPlanUpdateSession', 'createPaymentMethodUpdateSession'] as const)(
    'omits the locale of %s when Stripe rejects it',
    async (what) => {
      await subscribed(at);
      fail(portals, { param: 'locale' });
      expect((await at.portal(1, what)).url).toMatch(/^http/);
      const [first = {}, second = {}] = bodiesOf(portals);
      expect(Object.keys(first).filter((name) => !(name in second))).toEqual(['locale']);
    },
  );

  test('omits a portal configuration that no longer exists, and notifies an operator', async () => {
    await subscribed(at);
    fail(portals, { code: 'resource_missing', param: 'configuration' });
    expect((await at.portal(1, 'createPortalSession')).url).toMatch(/^http/);
    expect(bodiesOf(portals).map((body) => 'configuration' in body)).toEqual([true, false]);
    expect(eventsOf(at)).toContain('billing.misconfigured');
  });

  test('opens the portal home when Stripe lacks the requested page', async () => {
    await subscribed(at);
    fail(portals, { param: 'flow_data[subscription_update][subscription]' });
    await at.portal(1, 'createPlanUpdateSession');
    expect(bodiesOf(portals).map((body) => 'flow_data[type]' in body)).toEqual([true, false]);
  });
});

const nothingConfigured = {
  STRIPE_PRICE_MONTHLY: undefined,
  STRIPE_PRICE_ANNUAL: undefined,
  STRIPE_PORTAL_CONFIGURATION: undefined,
};

describe('replaceable values', () => {
  describe('a rejected portal configuration', () => {
    const lookedUpAs = async (answers: (string | undefined)[]) => {
      await subscribed(at);
      const stripe = { ...at.deps.stripe, portalConfiguration: async () => answers.shift() };
      Object.assign(at.deps.catalogue, createCatalogue({ config: nothingConfigured, stripe, now: at.deps.now }));
      fail(portals, { param: 'configuration' });
    };
    const shown = () => bodiesOf(portals).map((body) => body['configuration']);

    test('retries with the current portal configuration within the same click', async () => {
      const now = (await at.deps.stripe.portalConfiguration()) ?? '';
      await lookedUpAs(['bpc_off', now]);
      expect((await at.portal(1, 'createPlanUpdateSession')).url).toMatch(/^http/);
      expect(shown()).toEqual(['bpc_off', now]);
      expect(bodiesOf(portals).every((body) => 'flow_data[type]' in body)).toBe(true);
      expect(eventsOf(at)).not.toContain('billing.misconfigured');
    });

    test.each([
      { state: 'is the same', now: 'bpc_off' },
      { state: 'does not exist', now: undefined },
    ])(
      "falls back to the account's default and notifies an operator when the current configuration $state",
      async ({ now }) => {
        await lookedUpAs(['bpc_off', now]);
        expect((await at.portal(1, 'createPlanUpdateSession')).url).toMatch(/^http/);
        expect(shown()).toEqual(['bpc_off', undefined]);
        expect(eventsOf(at)).toContain('billing.misconfigured');
      },
    );
  });

  const combined = 'You cannot combine currencies on a single customer. This customer has an active discount with eur.';
  const notTheSame = 'The currency of the selected prices (usd) does not match the customer currency (eur).';

  test.each<[string, StripeFailure]>([
    ['of another currency', { message: combined }],
    ['of another currency than the price', { message: notTheSame }],
    ['with too many subscriptions', { code: 'customer_max_subscriptions' }],
    ['with a coupon that expired', { code: 'coupon_expired' }],
    ['with a coupon of another currency', { param: 'discounts[0][coupon]' }],
  ])('replaces a customer %s, closes its pages and opens a new one', async (_, trouble) => {
    await at.checkout(1, 'pro_monthly');
    const before = at.items.get(1)?.customerId;
    fail(checkouts, trouble);
    expect((await at.checkout(1, 'pro_annual')).url).toMatch(/^http/);
    expect(at.items.get(1)?.customerId).not.toBe(before);
    expect(openCheckouts(at).map(({ customer }) => customer)).toEqual([at.items.get(1)?.customerId]);
    expect(eventsOf(at)).not.toContain('billing.misconfigured');
  });

  test('keeps a customer of another currency when its page was paid concurrently', async () => {
    const { url } = await at.checkout(1, 'pro_monthly');
    const { customerId } = at.items.get(1) ?? {};
    fail(checkouts, { message: combined });
    const { expireCheckout } = at.deps.stripe;
    at.deps.stripe.expireCheckout = async (id) => {
      await at.pressed(url, { action: 'pay', card: 'none' });
      return expireCheckout(id);
    };
    expect(await refusalOf(at.checkout(1, 'pro_annual'))).toEqual([409, 'subscription.alreadyRunning']);
    expect(at.items.get(1)).toMatchObject({ customerId, status: 'trialing' });
  });

  test('opens a checkout for a customer of another currency and cancels its unpaid subscription', async () => {
    await pastDue(at);
    const left = at.sandbox.subscriptions.need(at.items.get(2)?.subscriptionId ?? '');
    left.status = 'unpaid';
    await at.sync(2);
    fail(checkouts, { message: combined });
    expect((await at.checkout(2, 'pro_annual')).url).toMatch(/^http/);
    expect(at.sandbox.subscriptions.need(left.id).status).toBe('canceled');
    expect(openInvoices(at)).toEqual([]);
  });

  test('replaces a customer that was deleted', async () => {
    await at.checkout(1, 'pro_monthly');
    const before = at.items.get(1)?.customerId;
    fail(checkouts, { code: 'resource_missing', param: 'customer' });
    await at.checkout(1, 'pro_annual');
    expect(at.items.get(1)?.customerId).not.toBe(before);
  });

  test.each([{ code: 'resource_missing' }, {}])(
    'uses the new price when Stripe rejects a replaced one: %j',
    async (trouble) => {
      const prices = [at.ids.pro_monthly, 'price_new'];
      const stripe = {
        ...at.deps.stripe,
        pricesByKey: async () =>
          new Map([
            ['pro_monthly', prices[0] ?? ''],
            ['pro_annual', at.ids.pro_annual ?? ''],
          ]),
      };
      Object.assign(at.deps.catalogue, createCatalogue({ config: nothingConfigured, stripe, now: at.deps.now }));
      const { id } = await at.account.prices.create({
        currency: 'usd',
        unit_amount: 1500,
        recurring: { interval: 'month' },
        product: (await at.account.products.create({ name: 'Pro' })).id,
      });
      await at.deps.catalogue.prices();
      prices[0] = id;
      fail(checkouts, { ...trouble, param: 'line_items[0][price]' });
      await at.checkout(1, 'pro_monthly');
      expect(bodiesOf(checkouts).map((body) => body['line_items[0][price]'])).toEqual([at.ids.pro_monthly, id]);
      expect(eventsOf(at)).not.toContain('billing.misconfigured');
    },
  );

  test.each([
    ['a new customer', customers],
    ['a checkout', checkouts],
  ])('uses a new idempotency key for %s when Stripe knows the key with other parameters', async (_, call) => {
    fail(call, { type: 'idempotency_error' });
    expect((await at.checkout(1, 'pro_monthly')).url).toMatch(/^http/);
    expect(new Set(keysOf(call)).size).toBe(2);
  });

  test.each([
    ['a new customer', customers],
    ['a checkout', checkouts],
  ])('uses a new idempotency key for %s after a 500, which Stripe would repeat for a day', async (_, call) => {
    fail(call, { status: 500 });
    expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual([502, 'subscription.providerFailed']);
    expect((await at.checkout(1, 'pro_monthly')).url).toMatch(/^http/);
    expect(new Set(keysOf(call)).size).toBe(2);
  });

  test.each<[string, () => string]>([
    ['a charge of what is owed', () => `POST /v1/invoices/${openInvoices(at)[0]?.id}/pay`],
    ['a new card for a subscription', () => `POST /v1/subscriptions/${at.items.get(2)?.subscriptionId}`],
  ])('uses a new idempotency key for %s after a 500', async (_, callOf) => {
    await pastDue(at);
    const { url } = await at.portal(2, 'createPaymentMethodUpdateSession');
    await at.pressed(`${url}/card`, { card: 'pm_card_visa' });
    const call = callOf();
    fail(call, { status: 500 });
    await at.sync(2).catch(() => undefined);
    expect((await at.sync(2)).item).toMatchObject({ status: 'active' });
    const keys = at.sent.filter(({ method, path }) => `${method} ${path}` === call).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('failures that only an operator can fix', () => {
  test.each<[string, string, StripeFailure]>([
    ['a key that expired', customers, { status: 401, code: 'api_key_expired' }],
    ['an account that is restricted', customers, { status: 403, code: 'account_invalid' }],
    ['an account that may not charge yet', checkouts, { code: 'testmode_charges_only' }],
    ['a parameter that it does not name', checkouts, {}],
    ['tax that cannot be calculated', checkouts, { code: 'customer_tax_location_invalid', param: 'automatic_tax' }],
    ['our return address', checkouts, { code: 'url_invalid', param: 'success_url' }],
    ['a configured price', checkouts, { code: 'resource_missing', param: 'line_items[0][price]' }],
    ['the metadata of a customer', customers, { param: 'metadata[userId]' }],
  ])('raises an alarm and does not retry when Stripe rejects %s', async (_, call, trouble) => {
    fail(call, trouble);
    expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual([502, 'subscription.providerFailed']);
    expect(bodiesOf(call)).toHaveLength(1);
    expect(eventsOf(at)).toContain('billing.misconfigured');
  });

  test('fails when the portal was never set up', async () => {
    await subscribed(at);
    fail(portals, { code: 'resource_missing', param: 'configuration' });
    fail(portals, {});
    expect(await refusalOf(at.portal(1, 'createPortalSession'))).toEqual([502, 'subscription.providerFailed']);
  });
});

describe('transient failures', () => {
  test.each<[string, StripeFailure]>([
    ['too many requests', { status: 429, code: 'rate_limit' }],
    ['a locked object', { status: 429, code: 'lock_timeout' }],
    ['a key in use', { status: 409, code: 'idempotency_key_in_use' }],
  ])('reports a transient failure on %s', async (_, trouble) => {
    for (const call of [customers, checkouts]) {
      fail(call, trouble);
      expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual([503, 'subscription.providerBusy']);
    }
    expect((await at.checkout(1, 'pro_monthly')).url).toMatch(/^http/);
    expect(new Set(keysOf(customers)).size).toBe(1);
  });
});

/** The codes of https://docs.stripe.com/error-codes that these calls can return, each with its result. */
describe('error codes of Stripe', () => {
  const busy = [503, 'subscription.providerBusy'];
  // Also raises an alarm.
  const operator = [502, 'subscription.providerFailed'];
  // Opens within the same click, without the rejected value or with another one.
  const opens = 'opens';
  const [price, tooLong] = ['line_items[0][price]', 'parameter_invalid_string_too_long'];
  type End = typeof opens | (string | number)[];

  test.each<[string, StripeFailure, End]>([
    [customers, { code: 'email_invalid', param: 'email' }, opens],
    [customers, { code: 'parameter_invalid_string', param: 'email' }, opens],
    [customers, { code: tooLong, param: 'email' }, opens],
    [customers, { code: tooLong, param: 'name' }, opens],
    [customers, { code: 'parameter_invalid_empty', param: 'name' }, opens],
    [customers, { code: tooLong, param: 'metadata[userId]' }, operator],
    [customers, { code: 'parameter_unknown', param: 'metadata' }, operator],
    [customers, { code: 'country_unsupported' }, operator],
    [checkouts, { code: 'resource_missing', param: 'customer' }, opens],
    [checkouts, { code: 'customer_max_subscriptions' }, opens],
    [checkouts, { code: 'coupon_expired' }, opens],
    [checkouts, { code: 'coupon_expired', param: 'discounts' }, opens],
    [checkouts, { message: 'You cannot combine currencies on a single customer.' }, opens],
    [checkouts, { code: 'parameter_invalid_integer', param: 'expires_at' }, opens],
    [checkouts, { code: 'parameter_unknown', param: 'allow_promotion_codes' }, opens],
    [checkouts, { param: 'locale' }, opens],
    // Prices are configured here, so no other price is available.
    [checkouts, { code: 'resource_missing', param: price }, operator],
    [checkouts, { code: 'product_inactive' }, operator],
    [checkouts, { code: 'amount_too_small', param: 'line_items' }, operator],
    [checkouts, { code: 'url_invalid', param: 'success_url' }, operator],
    [checkouts, { code: 'parameter_unknown', param: 'subscription_data[billing_mode]' }, operator],
    [checkouts, { code: 'parameter_missing', param: 'mode' }, operator],
    [checkouts, { code: 'payment_method_unactivated' }, operator],
    [checkouts, { code: 'customer_tax_location_invalid' }, operator],
    [checkouts, { code: 'taxes_calculation_failed' }, operator],
    [checkouts, { code: 'testmode_charges_only' }, operator],
    [checkouts, { status: 402, code: 'card_declined' }, [402, 'subscription.cardDeclined']],
    [portals, { code: 'resource_missing', param: 'customer' }, [409, 'subscription.noCustomer']],
    [portals, { code: 'resource_missing', param: 'configuration' }, opens],
    [portals, { param: 'configuration' }, opens],
    [portals, { code: 'resource_missing', param: 'flow_data[subscription_update][subscription]' }, opens],
    [portals, { code: 'parameter_unknown', param: 'flow_data[after_completion]' }, opens],
    [portals, { param: 'locale' }, opens],
    ...[customers, checkouts, portals].flatMap((call): [string, StripeFailure, End][] => [
      [call, { status: 401, code: 'api_key_expired' }, operator],
      [call, { status: 401, code: 'platform_api_key_expired' }, operator],
      [call, { status: 401, code: 'secret_key_required' }, operator],
      [call, { status: 401, code: 'tls_version_unsupported' }, operator],
      [call, { status: 403, code: 'account_invalid' }, operator],
      [call, { status: 403, code: 'more_permissions_required' }, operator],
      [call, { status: 429, code: 'rate_limit' }, busy],
      [call, { status: 429, code: 'lock_timeout' }, busy],
      [call, { status: 409, code: 'idempotency_key_in_use' }, busy],
      [call, { status: 500 }, operator],
    ]),
  ])('handles an error of %s: %j', async (call, trouble, end) => {
    if (call === portals) await subscribed(at);
    at.logged.length = 0;
    fail(call, trouble);
    const opening = call === portals ? at.portal(1, 'createPlanUpdateSession') : at.checkout(1, 'pro_monthly');
    const got = await opening.then(
      () => opens,
      (error: unknown) => refusalOf(Promise.reject(error)),
    );
    expect(got).toEqual(end);
    // An operator cannot fix a failure inside Stripe.
    const alarms = end === operator && trouble.status !== 500;
    const leftOut = call === portals && trouble.param === 'configuration';
    expect(eventsOf(at).includes('billing.misconfigured')).toBe(alarms || leftOut);
  });
});

test('checks replaced pages at Stripe only once when it returns an open page again', async () => {
  await at.checkout(1, 'pro_monthly');
  await at.checkout(1, 'pro_annual');
  const calls = async () => {
    const before = at.sent.length;
    await at.checkout(1, 'pro_annual');
    return at.sent.slice(before).map(({ method, path }) => `${method} ${path.replace(/cus_\w+|cs_\w+/, 'id')}`);
  };
  const [first, second] = [await calls(), await calls()];
  expect(first.filter((call) => call.endsWith('/expire'))).toHaveLength(1);
  expect(second).toEqual(['GET /v1/subscriptions', 'GET /v1/customers/id', 'GET /v1/checkout/sessions/id']);
  await at.checkout(1, 'pro_monthly');
  expect(openCheckouts(at)).toHaveLength(1);
});
