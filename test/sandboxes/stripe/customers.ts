import type { Asked } from './api.ts';
import { isOver, type Card, type Customer } from './entities.ts';
import { change, emit } from './events.ts';
import { pageOf } from './list.ts';
import { mergedMetadata } from './metadata.ts';
import { has, text, texts } from './params.ts';
import { declined, missing, wrong } from './refusal.ts';
import { showCard, showCustomer } from './show-customer.ts';
import type { StripeStore } from './store.ts';
import { endSubscription } from './subscribing.ts';

/** A customer who may still be used; `param` is where the request named it. */
export function liveCustomer(store: StripeStore, id: string, param: string): Customer {
  const found = store.customers.get(id);
  if (!found || found.deleted) throw missing('customer', id, param);
  return found;
}

export function createCustomer({ store, params }: Asked): object {
  const metadata = mergedMetadata(params);
  const id = store.newId('cus');
  const one = store.customers.add({
    id,
    created: store.now(),
    metadata,
    locales: texts(params, 'preferred_locales'),
    deleted: false,
    nextInvoice: 1,
  });
  apply({ store, params, one });
  emit(store, 'customer.created', id);
  return showCustomer(store, one);
}

export function updateCustomer({ store, params, id }: Asked): object {
  const one = liveCustomer(store, id, 'id');
  const metadata = mergedMetadata(params, one.metadata);
  const card = text(params, 'invoice_settings', 'default_payment_method');
  if (card !== undefined) ownCard(store, card, id, 'invoice_settings[default_payment_method]');
  change(store, 'customer.updated', id, () => {
    one.metadata = metadata;
    if (card !== undefined) one.defaultCard = card;
    apply({ store, params, one });
  });
  return showCustomer(store, one);
}

function apply({ params, one }: Pick<Asked, 'store' | 'params'> & { one: Customer }): void {
  for (const name of ['email', 'name', 'phone', 'description'] as const) {
    if (has(params, name)) one[name] = text(params, name);
  }
}

export function retrieveCustomer({ store, id }: Asked): object {
  const one = store.customers.get(id);
  if (!one) throw missing('customer', id);
  return showCustomer(store, one);
}

export function listCustomers({ store, params }: Asked): object {
  const email = text(params, 'email');
  const rows = store.customers.all().filter((one) => !one.deleted && (email ?? one.email) === one.email);
  return pageOf(rows, params, '/v1/customers', (one) => showCustomer(store, one));
}

/** Deleting a customer ends the subscriptions at once. */
export function deleteCustomer({ store, id }: Asked): object {
  const one = liveCustomer(store, id, 'id');
  for (const sub of store.subscriptions.all()) if (sub.customer === id && !isOver(sub)) endSubscription(store, sub);
  emit(store, 'customer.deleted', id);
  one.deleted = true;
  return showCustomer(store, one);
}

/** A card that is attached to this customer. */
export function ownCard(store: StripeStore, id: string, customer: string, param: string): Card {
  const card = store.cards.get(id);
  if (!card) throw missing('PaymentMethod', id, param);
  if (card.customer === customer) return card;
  throw wrong(
    'The customer does not have a payment method with the given ID.',
    param,
    'payment_method_customer_mismatch',
  );
}

export function retrieveCard({ store, id }: Asked): object {
  const card = store.cards.get(id);
  if (!card) throw missing('PaymentMethod', id);
  return showCard(store, card);
}

export function listCards({ store, params, id }: Asked): object {
  const owner = id === '' ? text(params, 'customer') : id;
  const customer = owner === undefined ? undefined : liveCustomer(store, owner, id === '' ? 'customer' : 'id');
  const rows = store.cards.all().filter((one) => customer !== undefined && one.customer === customer.id);
  const url = id === '' ? '/v1/payment_methods' : `/v1/customers/${id}/payment_methods`;
  return pageOf(rows, params, url, (one) => showCard(store, one));
}

/** Stripe's test cards by the names that its API takes, and how they behave. */
const testCards: Record<string, Pick<Card, 'brand' | 'last4' | 'charge'> | 'refused'> = {
  pm_card_visa: { brand: 'visa', last4: '4242', charge: 'works' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444', charge: 'works' },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', charge: 'declines' },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3155', charge: 'needsAuthentication' },
  pm_card_visa_chargeDeclined: 'refused',
};
export const testCardNames = Object.keys(testCards);

/** Gives a customer a new card by its test name. Throws when the bank refuses the card itself. */
export function giveCard(store: StripeStore, name: string, customer: string): Card {
  const card = testCards[name];
  if (card === undefined) throw missing('PaymentMethod', name);
  if (card === 'refused') throw declined('generic_decline');
  const id = store.newId('pm');
  const given = store.cards.add({ ...card, id, created: store.now(), customer, metadata: {} });
  emit(store, 'payment_method.attached', id);
  return given;
}

export function attachCard({ store, params, id }: Asked): object {
  const customer = liveCustomer(store, text(params, 'customer') ?? '', 'customer');
  const known = store.cards.get(id);
  if (!known) return showCard(store, giveCard(store, id, customer.id));
  if (known.customer !== undefined && known.customer !== customer.id) {
    throw wrong('The payment method you provided has already been attached to a customer.');
  }
  if (known.customer === undefined) throw wrong('A detached payment method cannot be used again.');
  return showCard(store, known);
}

export function detachCard({ store, id }: Asked): object {
  const card = store.cards.get(id);
  if (!card) throw missing('PaymentMethod', id);
  if (card.customer === undefined) throw wrong('The payment method you provided is not attached to a customer.');
  dropCard(store, card);
  return showCard(store, card);
}

/** Takes a card away from its customer, and from everything that would charge it. */
export function dropCard(store: StripeStore, card: Card): void {
  const { customer } = card;
  change(store, 'payment_method.detached', card.id, () => void delete card.customer);
  for (const one of store.subscriptions.all()) {
    if (one.card === card.id) change(store, 'customer.subscription.updated', one.id, () => void delete one.card);
  }
  const owner = store.customers.get(customer);
  if (owner?.defaultCard === card.id) {
    change(store, 'customer.updated', owner.id, () => void delete owner.defaultCard);
  }
}
