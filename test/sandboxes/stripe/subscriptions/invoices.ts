import type { StripeRequest } from '../api.ts';
import { isOver, type Invoice, type SandboxSubscription } from '../entities.ts';
import { has, text } from '../params.ts';
import { ownCard } from '../portal/own-card.ts';
import { declined, missing, StripeRefusal, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { pageOf } from '../views/list.ts';
import { showInvoice } from '../views/show-invoice.ts';
import { nextPeriodEnd } from './calendar.ts';
import { cardFor, charge, draftInvoice, linesFor, voidInvoice } from './invoicing.ts';
import { endsAt } from './subscribing.ts';
import { findSubscription } from './subscriptions.ts';

function findInvoice(store: StripeStore, id: string): Invoice {
  const one = store.invoices.get(id);
  if (!one) throw missing('invoice', id);
  return one;
}

export function retrieveInvoice({ store, id }: StripeRequest): object {
  return showInvoice(store, findInvoice(store, id));
}

export function listInvoices({ store, params }: StripeRequest): object {
  const matches = (name: string, value: string) => (text(params, name) ?? value) === value;
  const rows = store.invoices
    .all()
    .filter(
      (one) =>
        matches('customer', one.customer) && matches('subscription', one.subscription) && matches('status', one.status),
    );
  return pageOf(rows, params, '/v1/invoices', (one) => showInvoice(store, one));
}

/** Throws if the charge fails, which leaves the invoice open. */
export function payInvoice({ store, params, id }: StripeRequest): object {
  const one = findInvoice(store, id);
  if (one.status === 'paid') throw wrong('Invoice is already paid');
  if (one.status !== 'open')
    throw wrong(`This invoice is ${one.status} and cannot be paid.`, undefined, 'invoice_not_editable');
  const named = text(params, 'payment_method');
  const subscription = store.subscriptions.need(one.subscription);
  const card =
    named === undefined ? cardFor(store, subscription) : ownCard(store, named, one.customer, 'payment_method');
  const why = charge(store, one, card);
  if (why !== undefined) throw declined(why);
  return showInvoice(store, one);
}

export function voidInvoiceNow({ store, id }: StripeRequest): object {
  const one = findInvoice(store, id);
  if (one.status !== 'open' && one.status !== 'uncollectible') {
    throw wrong(`You can only void open or uncollectible invoices. This invoice is ${one.status}.`);
  }
  voidInvoice(store, one);
  return showInvoice(store, one);
}

/** Fails for subscriptions that have ended or will end. */
export function previewInvoice({ store, params }: StripeRequest): object {
  const one = findSubscription(store, text(params, 'subscription') ?? '', 'subscription');
  const customer = text(params, 'customer');
  if (customer !== undefined && customer !== one.customer) {
    throw wrong('The subscription does not belong to the customer.', 'subscription', 'resource_missing');
  }
  if (has(params, 'subscription_details')) throw wrong('Previews of changes are not imitated.', 'subscription_details');
  if (!comesAgain(one)) {
    const details = { code: 'invoice_upcoming_none', status: 404 };
    throw new StripeRefusal(`No upcoming invoices for customer: ${one.customer}`, details);
  }
  const recurring = store.prices.need(one.items[0]?.price ?? '').recurring ?? { interval: 'month', count: 1 };
  const { periodStart, periodEnd } = one;
  const end = nextPeriodEnd(one.status === 'trialing' ? periodEnd : one.anchor, periodEnd, recurring);
  const lines = linesFor(store, one, periodEnd, end);
  const draft = draftInvoice(
    store,
    one,
    { reason: 'upcoming', lines, periodStart, periodEnd },
    store.newId('upcoming_in'),
  );
  return { ...showInvoice(store, draft), created: periodEnd };
}

function comesAgain(one: SandboxSubscription): boolean {
  const end = endsAt(one);
  return !isOver(one) && one.status !== 'paused' && (end === undefined || end > one.periodEnd);
}
