import { isOver, type Card, type Invoice, type SandboxSubscription } from '../entities.ts';
import { change, emit } from '../events/events.ts';
import type { StripeStore } from '../store.ts';
import { sumsOf } from '../views/show-invoice.ts';
import { HOUR, DAY } from './calendar.ts';
import { discountsOff, useUpDiscounts } from './discounts.ts';
import { endSubscription } from './subscribing.ts';

/** Returns the subscription's card, or else the customer's default card. */
export function cardFor(store: StripeStore, one: SandboxSubscription): Card | undefined {
  return store.cards.get(one.card ?? store.customers.get(one.customer)?.defaultCard);
}

export function linesFor(store: StripeStore, one: SandboxSubscription, start: number, end: number, free = false) {
  return one.items.map((item) => {
    const price = store.prices.need(item.price);
    const name = store.products.need(price.product).name;
    const amount = free ? 0 : price.amount * item.quantity;
    const description = free ? `Trial period for ${name}` : `${item.quantity} × ${name}`;
    const { quantity } = item;
    return {
      id: store.newId('il'),
      amount,
      description,
      price: price.id,
      item: item.id,
      quantity,
      start,
      end,
      proration: false,
    };
  });
}

type Draft = Pick<Invoice, 'reason' | 'lines' | 'periodStart' | 'periodEnd'>;

export function draftInvoice(store: StripeStore, one: SandboxSubscription, draft: Draft, id: string): Invoice {
  const subtotal = draft.lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    ...draft,
    id,
    created: store.now(),
    customer: one.customer,
    subscription: one.id,
    currency: one.currency,
    status: 'draft',
    off: subtotal === 0 ? [] : discountsOff(store, one, subtotal, store.now()),
    amountPaid: 0,
    attempts: 0,
  };
}

/** Creates a draft that is finalized later. */
export function newInvoice(store: StripeStore, one: SandboxSubscription, draft: Draft): Invoice {
  const invoice = store.invoices.add(draftInvoice(store, one, draft, store.newId('in')));
  if (invoice.off.length > 0) useUpDiscounts(store, one);
  one.latestInvoice = invoice.id;
  emit(store, 'invoice.created', invoice.id);
  return invoice;
}

/** Renewals remain drafts for an hour. */
export function finalizeLater(store: StripeStore, invoice: Invoice): void {
  invoice.finalizesAt = store.now() + HOUR;
}

export function finalize(store: StripeStore, invoice: Invoice): void {
  const customer = store.customers.need(invoice.customer);
  delete invoice.finalizesAt;
  invoice.status = 'open';
  invoice.finalizedAt = store.now();
  invoice.number = `${customer.id.slice(-8).toUpperCase()}-${String(customer.nextInvoice).padStart(4, '0')}`;
  customer.nextInvoice += 1;
  emit(store, 'invoice.finalized', invoice.id);
}

export function whyDeclined(card: Card | undefined): string | undefined {
  if (!card) return 'no_payment_method';
  if (card.charge === 'needsAuthentication') return 'authentication_required';
  return card.charge === 'declines' ? 'generic_decline' : undefined;
}

/** Updates the subscription and returns the reason of a failure. */
export function charge(store: StripeStore, invoice: Invoice, card: Card | undefined): string | undefined {
  const { total } = sumsOf(invoice);
  const why = total === 0 ? undefined : whyDeclined(card);
  invoice.attempts += 1;
  if (why === undefined) settle(store, invoice, total);
  else fail(store, invoice, why);
  return why;
}

function settle(store: StripeStore, invoice: Invoice, total: number): void {
  invoice.status = 'paid';
  invoice.amountPaid = total;
  invoice.paidAt = store.now();
  delete invoice.nextAttempt;
  emit(store, 'invoice.paid', invoice.id);
  emit(store, 'invoice.payment_succeeded', invoice.id);
  const one = store.subscriptions.need(invoice.subscription);
  if (one.latestInvoice !== invoice.id || !['past_due', 'unpaid', 'incomplete'].includes(one.status)) return;
  change(store, 'customer.subscription.updated', one.id, () => void (one.status = 'active'));
}

function fail(store: StripeStore, invoice: Invoice, why: string): void {
  const one = store.subscriptions.need(invoice.subscription);
  const { retryDays, afterRetries } = store.settings();
  const days = retryDays[invoice.attempts - 1];
  const retries = one.status !== 'incomplete' && !isOver(one);
  const first = invoice.finalizedAt ?? store.now();
  invoice.nextAttempt = retries && days !== undefined ? Math.max(first + days * DAY, store.now() + 1) : undefined;
  emit(store, 'invoice.payment_failed', invoice.id);
  if (why === 'authentication_required') emit(store, 'invoice.payment_action_required', invoice.id);
  if (!retries || one.latestInvoice !== invoice.id) return;
  if (one.status === 'active' || one.status === 'trialing') {
    change(store, 'customer.subscription.updated', one.id, () => void (one.status = 'past_due'));
  }
  if (days !== undefined || one.status !== 'past_due') return;
  if (afterRetries === 'cancel') endSubscription(store, one, 'payment_failed');
  if (afterRetries === 'unpaid') {
    change(store, 'customer.subscription.updated', one.id, () => void (one.status = 'unpaid'));
  }
}

export function voidInvoice(store: StripeStore, invoice: Invoice): void {
  invoice.status = 'void';
  invoice.voidedAt = store.now();
  delete invoice.nextAttempt;
  delete invoice.finalizesAt;
  emit(store, 'invoice.voided', invoice.id);
}
