import type { StripeRequest } from './api.ts';
import { isOver, type Customer } from './entities.ts';
import { change, emit } from './events/events.ts';
import { has, text, texts } from './params.ts';
import { ownCard } from './portal/own-card.ts';
import { missing } from './refusal.ts';
import type { StripeStore } from './store.ts';
import { endSubscription } from './subscriptions/subscribing.ts';
import { pageOf } from './views/list.ts';
import { mergedMetadata } from './views/metadata.ts';
import { showCustomer } from './views/show-customer.ts';

/** `param` is the request parameter that contains the customer. */
export function liveCustomer(store: StripeStore, id: string, param: string): Customer {
  const found = store.customers.get(id);
  if (!found || found.deleted) throw missing('customer', id, param);
  return found;
}

export function createCustomer({ store, params }: StripeRequest): object {
  const metadata = mergedMetadata(params);
  const testClock = text(params, 'test_clock');
  if (testClock !== undefined && !store.testClocks.get(testClock)) throw missing('test clock', testClock, 'test_clock');
  const id = store.newId('cus');
  const one = store.customers.add({
    id,
    created: store.now(),
    metadata,
    locales: texts(params, 'preferred_locales'),
    deleted: false,
    testClock,
    nextInvoice: 1,
  });
  apply({ store, params, one });
  emit(store, 'customer.created', id);
  return showCustomer(store, one);
}

export function updateCustomer({ store, params, id }: StripeRequest): object {
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

function apply({ params, one }: Pick<StripeRequest, 'store' | 'params'> & { one: Customer }): void {
  for (const name of ['email', 'name', 'phone', 'description'] as const) {
    if (has(params, name)) one[name] = text(params, name);
  }
}

export function retrieveCustomer({ store, id }: StripeRequest): object {
  const one = store.customers.get(id);
  if (!one) throw missing('customer', id);
  return showCustomer(store, one);
}

export function listCustomers({ store, params }: StripeRequest): object {
  const email = text(params, 'email');
  const rows = store.customers.all().filter((one) => !one.deleted && (email ?? one.email) === one.email);
  return pageOf(rows, params, '/v1/customers', (one) => showCustomer(store, one));
}

/** Ends the customer's subscriptions immediately. */
export function deleteCustomer({ store, id }: StripeRequest): object {
  const one = liveCustomer(store, id, 'id');
  for (const sub of store.subscriptions.all()) if (sub.customer === id && !isOver(sub)) endSubscription(store, sub);
  emit(store, 'customer.deleted', id);
  one.deleted = true;
  return showCustomer(store, one);
}
