import type { Checkout, SandboxSubscription } from '../entities.ts';
import { change, emit } from '../events/events.ts';
import type { StripeStore } from '../store.ts';
import { DAY, HOUR } from './calendar.ts';
import { startDiscount } from './discounts.ts';
import { cardFor, charge, finalize, finalizeLater, linesFor, newInvoice, voidInvoice } from './invoicing.ts';
import { beginPeriod, endSubscription } from './subscribing.ts';

const HOURS_TO_PAY_FIRST = 23;
const WARNED_BEFORE = 3 * DAY;

export type NewSubscription = {
  customer: string;
  items: readonly { price: string; quantity: number }[];
  billingMode: SandboxSubscription['billingMode'];
  trialEnd: number | undefined;
  missingPaymentMethod: SandboxSubscription['missingPaymentMethod'];
  card: string | undefined;
  metadata: Record<string, string>;
  off?: Checkout['off'];
  checkout?: string;
};

/** With a trial, the first invoice has the amount zero. Otherwise it is charged immediately. */
export function subscribe(store: StripeStore, wanted: NewSubscription): SandboxSubscription {
  const now = store.now();
  const { customer, billingMode, trialEnd, missingPaymentMethod, card, metadata, off } = wanted;
  const one = store.subscriptions.add({
    id: store.newId('sub'),
    created: now,
    customer,
    status: trialEnd === undefined ? 'incomplete' : 'trialing',
    billingMode,
    currency: store.prices.get(wanted.items[0]?.price)?.currency ?? 'usd',
    items: wanted.items.map((item) => ({ ...item, id: store.newId('si'), created: now })),
    periodStart: now,
    periodEnd: trialEnd ?? now,
    anchor: trialEnd ?? now,
    ...(trialEnd !== undefined && { trialStart: now, trialEnd }),
    trialWarned: false,
    missingPaymentMethod,
    cancelAtPeriodEnd: false,
    card,
    discounts: [],
    metadata,
  });
  if (trialEnd === undefined) beginPeriod(store, one, now);
  if (off) one.discounts = [startDiscount(store, one, off, wanted.checkout).id];
  const { periodStart, periodEnd } = one;
  const lines = linesFor(store, one, periodStart, periodEnd, trialEnd !== undefined);
  const invoice = newInvoice(store, one, { reason: 'subscription_create', lines, periodStart: now, periodEnd: now });
  emit(store, 'customer.subscription.created', one.id);
  finalize(store, invoice);
  charge(store, invoice, cardFor(store, one));
  return one;
}

export function endTrial(store: StripeStore, one: SandboxSubscription): void {
  const moment = one.trialEnd ?? store.now();
  if (!cardFor(store, one) && one.missingPaymentMethod === 'cancel') return endSubscription(store, one);
  if (!cardFor(store, one) && one.missingPaymentMethod === 'pause') {
    change(store, 'customer.subscription.updated', one.id, () => void (one.status = 'paused'));
    emit(store, 'customer.subscription.paused', one.id);
    return;
  }
  one.anchor = moment;
  renew(store, one, moment);
}

/** The invoice remains a draft for an hour. */
export function renew(store: StripeStore, one: SandboxSubscription, start = one.periodEnd): void {
  change(store, 'customer.subscription.updated', one.id, () => {
    if (one.status === 'trialing' || one.status === 'paused') one.status = 'active';
    const periodStart = one.periodStart;
    beginPeriod(store, one, start);
    const lines = linesFor(store, one, one.periodStart, one.periodEnd);
    const invoice = newInvoice(store, one, { reason: 'subscription_cycle', lines, periodStart, periodEnd: start });
    // An unpaid subscription is billed, but not charged automatically.
    if (one.status !== 'unpaid') finalizeLater(store, invoice);
  });
}

/** Sent three days before the end, or immediately if less time is left. */
export function warnOfTrialEnd(store: StripeStore, one: SandboxSubscription): void {
  one.trialWarned = true;
  emit(store, 'customer.subscription.trial_will_end', one.id);
}

export const warnsAt = (one: SandboxSubscription): number => (one.trialEnd ?? Infinity) - WARNED_BEFORE;

/** When a subscription without a first payment expires. */
export const givenUpAt = (one: SandboxSubscription): number => one.created + HOURS_TO_PAY_FIRST * HOUR;

export function giveUp(store: StripeStore, one: SandboxSubscription): void {
  change(store, 'customer.subscription.updated', one.id, () => {
    one.status = 'incomplete_expired';
    one.endedAt = store.now();
  });
  const invoice = store.invoices.get(one.latestInvoice);
  if (invoice?.status === 'open') voidInvoice(store, invoice);
}
