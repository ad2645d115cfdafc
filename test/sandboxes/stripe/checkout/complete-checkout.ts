import { isLive, type Card, type Checkout } from '../entities.ts';
import { emit } from '../events/events.ts';
import { declined, StripeRefusal } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { DAY } from '../subscriptions/calendar.ts';
import { whyDeclined } from '../subscriptions/invoicing.ts';
import { subscribe } from '../subscriptions/lifecycle.ts';
import { totalsOf } from '../views/show-checkout.ts';
import { giveCard } from './cards.ts';

export function needsCard(store: StripeStore, one: Checkout): boolean {
  return one.collection === 'always' || totalsOf(store, one).today > 0;
}

/** Throws if the card is declined, which leaves the session open. */
export function completeCheckout(store: StripeStore, one: Checkout, cardName: string | undefined): void {
  const customer = one.customer ?? newCustomer(store, one);
  const live = store.subscriptions.all().some((sub) => sub.customer === customer && isLive(sub));
  if (live && store.settings().onePerCustomer) throw new StripeRefusal('You already have a subscription.');
  const card = cardName === undefined ? undefined : takeCard(store, cardName, customer, totalsOf(store, one).today);
  if (!card && needsCard(store, one)) throw declined('no_payment_method');
  one.customer = customer;
  const trialEnd = one.trialDays === undefined ? one.trialEnd : store.now() + one.trialDays * DAY;
  const subscription = subscribe(store, {
    customer,
    items: one.items.map(({ price, quantity }) => ({ price, quantity })),
    billingMode: one.billingMode,
    trialEnd,
    missingPaymentMethod: one.missingPaymentMethod,
    card: card?.id,
    metadata: one.subscriptionMetadata,
    off: one.off,
    checkout: one.id,
  });
  one.status = 'complete';
  one.subscription = subscription.id;
  one.invoice = subscription.latestInvoice;
  one.paymentStatus = totalsOf(store, one).today > 0 ? 'paid' : 'no_payment_required';
  if (card && cardName === worksOnce) card.charge = 'declines';
  emit(store, 'checkout.session.completed', one.id);
}

/** Pays once and is declined afterwards. */
const worksOnce = 'pm_card_chargeCustomerFail';

function takeCard(store: StripeStore, name: string, customer: string, today: number): Card {
  const card = giveCard(store, name === worksOnce ? 'pm_card_visa' : name, customer);
  if (name === worksOnce) card.last4 = '0341';
  const why = today === 0 ? undefined : whyDeclined(card);
  if (why === undefined) return card;
  store.cards.remove(card.id);
  throw declined(why);
}

function newCustomer(store: StripeStore, one: Checkout): string {
  const id = store.newId('cus');
  const { email } = one;
  store.customers.add({ id, created: store.now(), email, metadata: {}, locales: [], deleted: false, nextInvoice: 1 });
  emit(store, 'customer.created', id);
  return id;
}
