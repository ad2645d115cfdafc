import type { StripeRequest } from '../api.ts';
import { missingOf } from '../checkout/checkout.ts';
import { liveCustomer } from '../customers.ts';
import { isOver, type SandboxSubscription } from '../entities.ts';
import { emit } from '../events/events.ts';
import { children, int, text } from '../params.ts';
import { ownCard } from '../portal/own-card.ts';
import { declined, missing, StripeRefusal, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { pageOf } from '../views/list.ts';
import { mergedMetadata } from '../views/metadata.ts';
import { showSubscription } from '../views/show-subscription.ts';
import { DAY } from './calendar.ts';
import { cardFor } from './invoicing.ts';
import { renew, subscribe } from './lifecycle.ts';
import { endSubscription } from './subscribing.ts';

export function createSubscription({ store, params }: StripeRequest): object {
  const customer = liveCustomer(store, text(params, 'customer') ?? '', 'customer');
  const items = children(params, 'items').map((item, i) => {
    const price = store.prices.get(text(item, 'price'));
    if (!price) throw missing('price', text(item, 'price') ?? '', `items[${i}][price]`);
    return { price: price.id, quantity: int(item, 'quantity') ?? 1 };
  });
  if (items.length === 0) throw wrong('Missing required param: items.', 'items', 'parameter_missing');
  const card = text(params, 'default_payment_method');
  if (card !== undefined) ownCard(store, card, customer.id, 'default_payment_method');
  const days = int(params, 'trial_period_days');
  const trialEnd = days === undefined ? int(params, 'trial_end') : store.now() + days * DAY;
  if (trialEnd === undefined && card === undefined && customer.defaultCard === undefined) {
    throw wrong(
      'This customer has no attached payment source or default payment method.',
      undefined,
      'resource_missing',
    );
  }
  const metadata = mergedMetadata(params);
  const missingPaymentMethod = missingOf(params);
  const billingMode = text(params, 'billing_mode', 'type') === 'classic' ? 'classic' : 'flexible';
  const one = subscribe(store, {
    customer: customer.id,
    items,
    billingMode,
    trialEnd,
    missingPaymentMethod,
    card,
    metadata,
  });
  return showSubscription(store, one);
}

export function findSubscription(store: StripeStore, id: string, param = 'id'): SandboxSubscription {
  const one = store.subscriptions.get(id);
  if (!one) throw missing('subscription', id, param);
  return one;
}

export function retrieveSubscription({ store, id }: StripeRequest): object {
  return showSubscription(store, findSubscription(store, id));
}

/** Hides ended subscriptions unless a status is given. */
export function listSubscriptions({ store, params }: StripeRequest): object {
  const customer = text(params, 'customer');
  if (customer !== undefined && !store.customers.get(customer)) throw missing('customer', customer, 'customer');
  const status = text(params, 'status');
  const price = text(params, 'price');
  const shows = (one: SandboxSubscription) => {
    if (status === undefined) return !isOver(one);
    return status === 'all' || (status === 'ended' ? isOver(one) : one.status === status);
  };
  const rows = store.subscriptions
    .all()
    .filter((one) => (customer ?? one.customer) === one.customer)
    .filter((one) => shows(one) && (price === undefined || one.items.some((item) => item.price === price)));
  return pageOf(rows, params, '/v1/subscriptions', (one) => showSubscription(store, one));
}

export function cancelSubscription({ store, params, id }: StripeRequest): object {
  const one = findSubscription(store, id);
  // Stripe treats ended subscriptions as if they did not exist.
  if (isOver(one)) throw missing('subscription', id);
  one.cancelComment = text(params, 'cancellation_details', 'comment') ?? one.cancelComment;
  endSubscription(store, one, 'cancellation_requested');
  return showSubscription(store, one);
}

/** Starts a new period today. */
export function resumeSubscription({ store, id }: StripeRequest): object {
  const one = findSubscription(store, id);
  if (one.status !== 'paused') {
    throw new StripeRefusal('Only paused subscriptions can be resumed.', { code: 'subscription_not_paused' });
  }
  if (!cardFor(store, one)) throw declined('no_payment_method');
  one.anchor = store.now();
  renew(store, one, store.now());
  emit(store, 'customer.subscription.resumed', id);
  return showSubscription(store, one);
}
