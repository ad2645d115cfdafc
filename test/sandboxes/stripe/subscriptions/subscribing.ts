import type { StripeSubscription } from '../entities.ts';
import { change, emit } from '../events/events.ts';
import type { StripeStore } from '../store.ts';
import { nextPeriodEnd } from './calendar.ts';

/** Ends a subscription now. Its open invoice stays, as at Stripe. */
export function endSubscription(
  store: StripeStore,
  one: StripeSubscription,
  reason?: StripeSubscription['cancelReason'],
): void {
  one.status = 'canceled';
  one.endedAt = store.now();
  one.canceledAt ??= store.now();
  one.cancelReason ??= reason;
  for (const invoice of store.invoices.all()) {
    if (invoice.subscription === one.id) delete invoice.nextAttempt;
  }
  emit(store, 'customer.subscription.deleted', one.id);
}

/** The moment at which a scheduled cancellation takes effect. */
export function endsAt(one: StripeSubscription): number | undefined {
  return one.cancelAt ?? (one.cancelAtPeriodEnd ? one.periodEnd : undefined);
}

type Cancellation = { at: number | undefined; flag: boolean };

/** Schedules the end; Stripe notes the wish now and acts later. */
export function scheduleEnd(store: StripeStore, one: StripeSubscription, { at, flag }: Cancellation): void {
  change(store, 'customer.subscription.updated', one.id, () => {
    one.cancelAt = at;
    one.cancelAtPeriodEnd = flag;
    one.canceledAt = store.now();
    one.cancelReason = 'cancellation_requested';
  });
}

/** Takes a scheduled end back. */
export function keepGoing(store: StripeStore, one: StripeSubscription): void {
  change(store, 'customer.subscription.updated', one.id, () => {
    one.cancelAtPeriodEnd = false;
    delete one.cancelAt;
    delete one.canceledAt;
    delete one.cancelReason;
    delete one.cancelComment;
  });
}

/** Begins the period that starts at `start`. */
export function beginPeriod(store: StripeStore, one: StripeSubscription, start: number): void {
  const recurring = store.prices.get(one.items[0]?.price)?.recurring ?? { interval: 'month', count: 1 };
  one.periodStart = start;
  one.periodEnd = nextPeriodEnd(one.anchor, start, recurring);
}
