import { isPro, type SubscriptionStatus } from './plans.ts';

type Behaviour = {
  view: 'management' | 'chooser';
  newCheckout:
    | 'yes'
    | 'no'
    /** The previous subscription is cancelled first. */
    | 'afterCancelling';
};

export const statusBehaviour = {
  none: { view: 'chooser', newCheckout: 'yes' },
  trialing: { view: 'management', newCheckout: 'no' },
  active: { view: 'management', newCheckout: 'no' },
  past_due: { view: 'management', newCheckout: 'no' },
  unpaid: { view: 'chooser', newCheckout: 'afterCancelling' },
  incomplete: { view: 'chooser', newCheckout: 'afterCancelling' },
  paused: { view: 'chooser', newCheckout: 'afterCancelling' },
  incomplete_expired: { view: 'chooser', newCheckout: 'yes' },
  canceled: { view: 'chooser', newCheckout: 'yes' },
  // No checkout, because a subscription may exist.
  unknown: { view: 'chooser', newCheckout: 'no' },
} as const satisfies Record<SubscriptionStatus, Behaviour>;

/** Whether Stripe still bills the subscription. */
export const isLive = (status: SubscriptionStatus): boolean => statusBehaviour[status].view === 'management';

/** Whether Stripe cannot revive the subscription, so that the user needs a new one. */
export const isOver = (status: SubscriptionStatus): boolean => statusBehaviour[status].newCheckout === 'yes';

const minute = 60_000;
const hour = 60 * minute;

type Seen = { status: SubscriptionStatus; currentPeriodEnd?: string | undefined };

const overdueBy = ({ status, currentPeriodEnd }: Seen, now: Date): number =>
  isLive(status) && currentPeriodEnd !== undefined ? now.getTime() - Date.parse(currentPeriodEnd) : 0;

/** Whether the period has ended, so that Stripe has newer data. */
export const isStale = (seen: Seen, now: Date): boolean => overdueBy(seen, now) > 5 * minute;

/**
 * Whether paid features are available. `ask` means that a sync is due because the period ended more than a day ago.
 * If Stripe cannot be reached, the caller treats `ask` as `yes`, up to three days after the period.
 */
export function premiumNow(seen: Seen & { syncedAt?: string | undefined }, now: Date): 'yes' | 'no' | 'ask' {
  if (!isPro(seen.status)) return 'no';
  const sinceSync = seen.syncedAt === undefined ? Infinity : now.getTime() - Date.parse(seen.syncedAt);
  const unsynced = Math.min(overdueBy(seen, now), sinceSync);
  if (unsynced <= 24 * hour) return 'yes';
  return unsynced <= 72 * hour ? 'ask' : 'no';
}
