import { isOver, type Invoice, type SandboxSubscription } from './entities.ts';
import { emit } from './events/events.ts';
import type { StripeStore } from './store.ts';
import { cardFor, charge, finalize } from './subscriptions/invoicing.ts';
import { endTrial, giveUp, givenUpAt, renew, warnOfTrialEnd, warnsAt } from './subscriptions/lifecycle.ts';
import { endsAt, endSubscription } from './subscriptions/subscribing.ts';

type Due = { at: number; act: () => void };

export function catchUp(store: StripeStore): void {
  advanceTo(store, store.now());
}

/** Runs everything that is due until the target, each at its own time. A target in the past does nothing. */
export function advanceTo(store: StripeStore, target: number): number {
  let happened = 0;
  for (;;) {
    const next = dueNext(store, target);
    if (!next) break;
    store.moveTo(next.at);
    next.act();
    happened += 1;
    if (happened > 10_000) throw new Error('the sandbox has too much to do');
  }
  store.moveTo(target);
  return happened;
}

/** In milliseconds. */
export function nextDueAt(store: StripeStore): number | undefined {
  const due = dueNext(store, Infinity);
  return due && due.at * 1000;
}

function dueNext(store: StripeStore, until: number): Due | undefined {
  let first: Due | undefined;
  const offer = (due: Due | undefined) => {
    if (due && due.at <= until && due.at < (first?.at ?? Infinity)) first = due;
  };
  for (const one of store.subscriptions.all()) offer(ofSubscription(store, one));
  for (const one of store.invoices.all()) offer(ofInvoice(store, one));
  for (const one of store.checkouts.all()) {
    if (one.status === 'open') offer({ at: one.endsAt, act: () => expireCheckout(store, one.id) });
  }
  for (const one of store.deliveries.all()) {
    if (one.state === 'failed' && one.retryAt !== undefined) offer({ at: one.retryAt, act: () => store.post(one) });
  }
  return first;
}

function ofSubscription(store: StripeStore, one: SandboxSubscription): Due | undefined {
  if (isOver(one)) return undefined;
  const end = endsAt(one);
  if (one.status === 'incomplete') return { at: givenUpAt(one), act: () => giveUp(store, one) };
  if (one.status === 'trialing' && !one.trialWarned && warnsAt(one) < (end ?? Infinity)) {
    return { at: Math.max(warnsAt(one), one.created), act: () => warnOfTrialEnd(store, one) };
  }
  if (end !== undefined && end <= one.periodEnd) {
    return { at: end, act: () => endSubscription(store, one, 'cancellation_requested') };
  }
  if (one.status === 'paused') return undefined;
  const act = () => (one.status === 'trialing' ? endTrial(store, one) : renew(store, one));
  return { at: one.periodEnd, act };
}

function ofInvoice(store: StripeStore, one: Invoice): Due | undefined {
  const pay = () => void charge(store, one, cardFor(store, store.subscriptions.need(one.subscription)));
  if (one.status === 'draft' && one.finalizesAt !== undefined) {
    const act = () => {
      finalize(store, one);
      pay();
    };
    return { at: one.finalizesAt, act };
  }
  return one.status === 'open' && one.nextAttempt !== undefined ? { at: one.nextAttempt, act: pay } : undefined;
}

export function expireCheckout(store: StripeStore, id: string): void {
  store.checkouts.need(id).status = 'expired';
  emit(store, 'checkout.session.expired', id);
}
