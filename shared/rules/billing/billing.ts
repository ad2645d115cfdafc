import { isPro, type SubscriptionStatus } from './plans.ts';

type Behaviour = {
  view: 'management' | 'chooser';
  /** `afterCancelling` ends the last subscription first. */
  newCheckout: 'yes' | 'no' | 'afterCancelling';
};

/** `unknown` gives and begins nothing. */
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
  unknown: { view: 'chooser', newCheckout: 'no' },
} as const satisfies Record<SubscriptionStatus, Behaviour>;

/** Stripe still bills it. */
export const isLive = (status: SubscriptionStatus): boolean => statusBehaviour[status].view === 'management';

/** A new subscription is also a new one at Stripe. */
export const isOver = (status: SubscriptionStatus): boolean => statusBehaviour[status].newCheckout === 'yes';

const minute = 60_000;
const hour = 60 * minute;

type Seen = { status: SubscriptionStatus; currentPeriodEnd?: string | undefined };

const overdueBy = ({ status, currentPeriodEnd }: Seen, now: Date): number =>
  isLive(status) && currentPeriodEnd !== undefined ? now.getTime() - Date.parse(currentPeriodEnd) : 0;

/** The period is over and Stripe knows more. */
export const isStale = (seen: Seen, now: Date): boolean => overdueBy(seen, now) > 5 * minute;

/**
 * `ask`: a live subscription a day past its period needs a sync; it counts for three days while Stripe cannot be
 * reached.
 */
export function premiumNow(seen: Seen & { syncedAt?: string | undefined }, now: Date): 'yes' | 'no' | 'ask' {
  if (!isPro(seen.status)) return 'no';
  const sinceLook = seen.syncedAt === undefined ? Infinity : now.getTime() - Date.parse(seen.syncedAt);
  const unseen = Math.min(overdueBy(seen, now), sinceLook);
  if (unseen <= 24 * hour) return 'yes';
  return unseen <= 72 * hour ? 'ask' : 'no';
}
