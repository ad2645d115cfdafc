import { address } from '../address.ts';
import type { StripeRequest } from '../api.ts';
import { expireCheckout } from '../clock.ts';
import { liveCustomer } from '../customers.ts';
import type { Checkout } from '../entities.ts';
import { children, flag, has, int, text, type Params } from '../params.ts';
import { missing, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { DAY, HOUR } from '../subscriptions/calendar.ts';
import { pageOf } from '../views/list.ts';
import { mergedMetadata } from '../views/metadata.ts';
import { showCheckout, showLineItems } from '../views/show-checkout.ts';

const HALF_HOUR = HOUR / 2;
/** Leeway for the shortest lifetime, because the request takes a moment. */
const LEEWAY = 30;

export function createCheckout({ store, params, base }: StripeRequest): object {
  if (text(params, 'mode') !== 'subscription') throw wrong('Only mode=subscription is imitated.', 'mode');
  const customer = text(params, 'customer');
  if (customer !== undefined) liveCustomer(store, customer, 'customer');
  checkExclusive(params);
  const id = store.newId('cs_test');
  const ends = lifeOf(store, params);
  const one = store.checkouts.add({
    id,
    created: store.now(),
    url: `${base}/c/pay/${id}`,
    customer,
    email: text(params, 'customer_email'),
    items: itemsOf(store, params),
    successUrl: address(params, 'success_url') ?? '',
    cancelUrl: address(params, 'cancel_url'),
    clientReference: text(params, 'client_reference_id'),
    locale: text(params, 'locale'),
    ...ends,
    metadata: mergedMetadata(params),
    collection: text(params, 'payment_method_collection') === 'if_required' ? 'if_required' : 'always',
    allowCodes: flag(params, 'allow_promotion_codes'),
    off: discountOf(store, params),
    ...subscriptionPart(store, params),
    status: 'open',
    paymentStatus: 'unpaid',
  });
  return showCheckout(store, one);
}

function checkExclusive(params: Params): void {
  if (!has(params, 'success_url'))
    throw wrong('Missing required param: success_url.', 'success_url', 'parameter_missing');
  if (has(params, 'customer') && has(params, 'customer_email')) {
    throw wrong('You may only specify one of these parameters: customer, customer_email.', 'customer');
  }
  if (has(params, 'customer_update') && !has(params, 'customer')) {
    throw wrong('`customer_update` can only be used with `customer`.', 'customer_update');
  }
  if (has(params, 'allow_promotion_codes') && has(params, 'discounts')) {
    throw wrong('You may only specify one of these parameters: allow_promotion_codes, discounts.', 'discounts');
  }
}

function itemsOf(store: StripeStore, params: Params): Checkout['items'] {
  const items = children(params, 'line_items').map((item, i) => {
    const id = text(item, 'price');
    if (id === undefined) throw wrong('Only lines with a price are imitated.', `line_items[${i}][price]`);
    const price = store.prices.get(id);
    if (!price) throw missing('price', id, `line_items[${i}][price]`);
    if (!price.active)
      throw wrong('The price specified is inactive. This field only accepts active prices.', `line_items[${i}][price]`);
    return { price, item: { id: store.newId('li'), price: id, quantity: int(item, 'quantity') ?? 1 } };
  });
  if (!items.some(({ price }) => price.recurring)) {
    throw wrong('You must provide at least one recurring price in `subscription` mode.', 'line_items');
  }
  return items.map(({ item }) => item);
}

/** Accepts an expiry by the caller's clock or by the sandbox's clock. */
function lifeOf(store: StripeStore, params: Params): { expiresAt: number; endsAt: number } {
  const asked = int(params, 'expires_at');
  if (asked === undefined) return { expiresAt: store.now() + DAY, endsAt: store.now() + DAY };
  const fits = (now: number) => asked >= now + HALF_HOUR - LEEWAY && asked <= now + DAY + LEEWAY;
  const clock = [store.now(), store.wall()].find(fits);
  if (clock !== undefined) return { expiresAt: asked, endsAt: store.now() + asked - clock };
  throw wrong(
    'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
    'expires_at',
  );
}

function discountOf(store: StripeStore, params: Params): Checkout['off'] {
  const [wanted] = children(params, 'discounts');
  if (!wanted) return undefined;
  const code = text(wanted, 'promotion_code');
  const promotion = store.promotions.get(code);
  if (code !== undefined && !promotion) throw missing('promotion code', code, 'discounts[0][promotion_code]');
  const coupon = promotion?.coupon ?? text(wanted, 'coupon') ?? '';
  if (!store.coupons.get(coupon)) throw missing('coupon', coupon, 'discounts[0][coupon]');
  return { coupon, promotion: promotion?.id };
}

function subscriptionPart(store: StripeStore, params: Params) {
  const at = 'subscription_data';
  const trialDays = int(params, at, 'trial_period_days');
  const trialEnd = int(params, at, 'trial_end');
  if (trialDays !== undefined && trialEnd !== undefined) {
    throw wrong('You may only specify one of these parameters: trial_period_days, trial_end.', `${at}[trial_end]`);
  }
  if (trialDays !== undefined && trialDays < 1) {
    throw wrong('The minimum number of trial period days is 1.', `${at}[trial_period_days]`);
  }
  if (trialEnd !== undefined && trialEnd < store.now() + 2 * DAY) {
    throw wrong('The `trial_end` date has to be at least 2 days in the future.', `${at}[trial_end]`);
  }
  return {
    trialDays,
    trialEnd,
    missingPaymentMethod: missingOf(params, at),
    billingMode: text(params, at, 'billing_mode', 'type') === 'classic' ? ('classic' as const) : ('flexible' as const),
    subscriptionMetadata: mergedMetadata(params, {}, at, 'metadata'),
  };
}

export function missingOf(params: Params, ...at: string[]): Checkout['missingPaymentMethod'] {
  const asked = text(params, ...at, 'trial_settings', 'end_behavior', 'missing_payment_method');
  return asked === 'cancel' || asked === 'pause' ? asked : 'create_invoice';
}

function findCheckout(store: StripeStore, id: string): Checkout {
  const one = store.checkouts.get(id);
  if (!one) throw missing('checkout.session', id);
  return one;
}

export function retrieveCheckout({ store, id }: StripeRequest): object {
  return showCheckout(store, findCheckout(store, id));
}

export function listCheckouts({ store, params }: StripeRequest): object {
  const matches = (name: string, value: string | undefined) => (text(params, name) ?? value) === value;
  const rows = store.checkouts
    .all()
    .filter(
      (one) =>
        matches('customer', one.customer) && matches('subscription', one.subscription) && matches('status', one.status),
    );
  return pageOf(rows, params, '/v1/checkout/sessions', (one) => showCheckout(store, one));
}

export function listCheckoutLines({ store, id }: StripeRequest): object {
  return showLineItems(store, findCheckout(store, id));
}

export function expireCheckoutNow({ store, id }: StripeRequest): object {
  const one = findCheckout(store, id);
  if (one.status !== 'open') {
    throw wrong(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${one.status}.`,
    );
  }
  expireCheckout(store, id);
  return showCheckout(store, one);
}
