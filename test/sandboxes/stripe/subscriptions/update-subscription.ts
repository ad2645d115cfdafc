import type { StripeRequest } from '../api.ts';
import { missingOf } from '../checkout/checkout.ts';
import { isOver, type SandboxSubscription } from '../entities.ts';
import { change } from '../events/events.ts';
import { children, flag, has, int, text, type Params } from '../params.ts';
import { ownCard } from '../portal/own-card.ts';
import { missing, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { mergedMetadata } from '../views/metadata.ts';
import { showSubscription } from '../views/show-subscription.ts';
import { cardFor, charge, finalize } from './invoicing.ts';
import { endTrial } from './lifecycle.ts';
import { changePlan } from './plan-change.ts';
import { keepGoing, scheduleEnd } from './subscribing.ts';
import { findSubscription } from './subscriptions.ts';

const ofEnded: ReadonlySet<string> = new Set(['metadata', 'cancellation_details', 'expand']);

export function updateSubscription({ store, params, id }: StripeRequest): object {
  const one = findSubscription(store, id);
  const forbidden = Object.keys(params).find((name) => !ofEnded.has(name));
  if (isOver(one) && forbidden !== undefined) {
    throw wrong('A canceled subscription can only update its cancellation_details and metadata.', forbidden);
  }
  if (has(params, 'cancel_at') && flag(params, 'cancel_at_period_end') !== undefined) {
    throw wrong('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at');
  }
  const card = text(params, 'default_payment_method');
  if (card !== undefined) ownCard(store, card, one.customer, 'default_payment_method');
  const metadata = mergedMetadata(params, one.metadata);
  const items = itemChanges(store, params, one);
  change(store, 'customer.subscription.updated', id, () => {
    one.metadata = metadata;
    if (has(params, 'description')) one.description = text(params, 'description');
    if (card !== undefined) one.card = card;
    if (has(params, 'trial_settings')) one.missingPaymentMethod = missingOf(params);
  });
  for (const item of items) {
    changePlan(store, one, { ...item, prorations: text(params, 'proration_behavior') });
  }
  updateTrial(store, params, one);
  updateEnd(store, params, one);
  return showSubscription(store, one);
}

function itemChanges(store: StripeStore, params: Params, one: SandboxSubscription) {
  return children(params, 'items').map((wanted, i) => {
    const item = one.items.find((each) => each.id === text(wanted, 'id'));
    if (!item) throw missing('subscription_item', text(wanted, 'id') ?? '', `items[${i}][id]`);
    const price = text(wanted, 'price') ?? item.price;
    if (!store.prices.get(price)) throw missing('price', price, `items[${i}][price]`);
    return { item: item.id, price, quantity: int(wanted, 'quantity') };
  });
}

function updateTrial(store: StripeStore, params: Params, one: SandboxSubscription): void {
  const asked = text(params, 'trial_end');
  if (asked === undefined) return;
  const until = asked === 'now' ? store.now() : Number(asked);
  if (until > store.now()) {
    change(store, 'customer.subscription.updated', one.id, () => {
      one.trialEnd = until;
      one.periodEnd = until;
      one.anchor = until;
      one.status = 'trialing';
    });
    return;
  }
  if (one.status !== 'trialing') throw wrong('The subscription is not in a trial.', 'trial_end');
  one.trialEnd = store.now();
  one.periodEnd = store.now();
  endTrial(store, one);
  const invoice = store.invoices.get(one.latestInvoice);
  if (invoice?.status !== 'draft') return;
  // The invoice of a trial that is ended by API does not wait an hour.
  finalize(store, invoice);
  charge(store, invoice, cardFor(store, one));
}

function updateEnd(store: StripeStore, params: Params, one: SandboxSubscription): void {
  const flagged = flag(params, 'cancel_at_period_end');
  const asked = text(params, 'cancel_at');
  if (flagged === true) {
    // In flexible mode, the API sets only the flag.
    scheduleEnd(store, one, { flag: true, at: one.billingMode === 'classic' ? one.periodEnd : undefined });
  }
  if (asked !== undefined) {
    const at = /^\d+$/.test(asked) ? Number(asked) : one.periodEnd;
    if (at <= store.now()) throw wrong('`cancel_at` must be in the future.', 'cancel_at');
    scheduleEnd(store, one, { flag: false, at });
  }
  if (flagged === false || (has(params, 'cancel_at') && asked === undefined)) keepGoing(store, one);
}
