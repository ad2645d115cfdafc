import type { SandboxSubscription } from '../entities.ts';
import { change, emit } from '../events/events.ts';
import type { StripeStore } from '../store.ts';
import { nextPeriodEnd } from './calendar.ts';

/** The open invoice remains, like at Stripe. */
export function endSubscription(
  store: StripeStore,
  one: SandboxSubscription,
  reason?: SandboxSubscription['cancelReason'],
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

export function endsAt(one: SandboxSubscription): number | undefined {
  return one.cancelAt ?? (one.cancelAtPeriodEnd ? one.periodEnd : undefined);
}

type Cancellation = { at: number | undefined; flag: boolean };

/** Stripe records the request now and acts later. */
export function scheduleEnd(store: StripeStore, one: SandboxSubscription, { at, flag }: Cancellation): void {
  change(store, 'customer.subscription.updated', one.id, () => {
    one.cancelAt = at;
    one.cancelAtPeriodEnd = flag;
    one.canceledAt = store.now();
    one.cancelReason = 'cancellation_requested';
  });
}

export function keepGoing(store: StripeStore, one: SandboxSubscription): void {
  change(store, 'customer.subscription.updated', one.id, () => {
    one.cancelAtPeriodEnd = false;
    delete one.cancelAt;
    delete one.canceledAt;
    delete one.cancelReason;
    delete one.cancelComment;
  });
}

export function beginPeriod(store: StripeStore, one: SandboxSubscription, start: number): void {
  const recurring = store.prices.get(one.items[0]?.price)?.recurring ?? { interval: 'month', count: 1 };
  one.periodStart = start;
  one.periodEnd = nextPeriodEnd(one.anchor, start, recurring);
}
