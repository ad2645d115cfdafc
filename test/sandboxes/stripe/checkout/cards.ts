import type { StripeRequest } from '../api.ts';
import { liveCustomer } from '../customers.ts';
import type { Card } from '../entities.ts';
import { change, emit } from '../events/events.ts';
import { text } from '../params.ts';
import { declined, missing, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { pageOf } from '../views/list.ts';
import { showCard } from '../views/show-customer.ts';

export function retrieveCard({ store, id }: StripeRequest): object {
  const card = store.cards.get(id);
  if (!card) throw missing('PaymentMethod', id);
  return showCard(store, card);
}

export function listCards({ store, params, id }: StripeRequest): object {
  const owner = id === '' ? text(params, 'customer') : id;
  const customer = owner === undefined ? undefined : liveCustomer(store, owner, id === '' ? 'customer' : 'id');
  const rows = store.cards.all().filter((one) => customer !== undefined && one.customer === customer.id);
  const url = id === '' ? '/v1/payment_methods' : `/v1/customers/${id}/payment_methods`;
  return pageOf(rows, params, url, (one) => showCard(store, one));
}

/** https://docs.stripe.com/testing */
const testCards: Record<string, Pick<Card, 'brand' | 'last4' | 'charge'> | 'refused'> = {
  pm_card_visa: { brand: 'visa', last4: '4242', charge: 'works' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444', charge: 'works' },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', charge: 'declines' },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3155', charge: 'needsAuthentication' },
  pm_card_visa_chargeDeclined: 'refused',
};

/** Throws if the bank refuses the card. */
export function giveCard(store: StripeStore, name: string, customer: string): Card {
  const card = testCards[name];
  if (card === undefined) throw missing('PaymentMethod', name);
  if (card === 'refused') throw declined('generic_decline');
  const id = store.newId('pm');
  const given = store.cards.add({ ...card, id, created: store.now(), customer, metadata: {} });
  emit(store, 'payment_method.attached', id);
  return given;
}

export function attachCard({ store, params, id }: StripeRequest): object {
  const customer = liveCustomer(store, text(params, 'customer') ?? '', 'customer');
  const known = store.cards.get(id);
  if (!known) return showCard(store, giveCard(store, id, customer.id));
  if (known.customer !== undefined && known.customer !== customer.id) {
    throw wrong('The payment method you provided has already been attached to a customer.');
  }
  if (known.customer === undefined) throw wrong('A detached payment method cannot be used again.');
  return showCard(store, known);
}

export function detachCard({ store, id }: StripeRequest): object {
  const card = store.cards.get(id);
  if (!card) throw missing('PaymentMethod', id);
  if (card.customer === undefined) throw wrong('The payment method you provided is not attached to a customer.');
  dropCard(store, card);
  return showCard(store, card);
}

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
