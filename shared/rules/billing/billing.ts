import { isPro, type SubscriptionStatus } from './plans.ts';

type Behaviour = {
  /** What the subscription page shows. */
  view: 'management' | 'chooser';
  /** Whether a new checkout may begin; `afterCancelling` ends what is left of the last subscription first. */
  newCheckout: 'yes' | 'no' | 'afterCancelling';
};

/** What follows from each status. `unknown` gives nothing and begins nothing, since nobody knows what it means. */
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

/** Stripe goes on billing it: active, on trial, or behind with a payment. */
export const isLive = (status: SubscriptionStatus): boolean => statusBehaviour[status].view === 'management';

/** Nothing leads out of it: a new subscription is a new one at Stripe, too. */
export const isOver = (status: SubscriptionStatus): boolean => statusBehaviour[status].newCheckout === 'yes';

const minute = 60_000;
const hour = 60 * minute;

type Seen = { status: SubscriptionStatus; currentPeriodEnd?: string | undefined };

const overdueBy = ({ status, currentPeriodEnd }: Seen, now: Date): number =>
  isLive(status) && currentPeriodEnd !== undefined ? now.getTime() - Date.parse(currentPeriodEnd) : 0;

/** A live subscription whose period is over: Stripe knows more than we do, so it is worth asking. */
export const isStale = (seen: Seen, now: Date): boolean => overdueBy(seen, now) > 5 * minute;

/**
 * Whether paid features work, by the clock as well as by the status. A live subscription whose period ended a day ago,
 * and that nobody has looked at since, is stale: `ask` means to look again, and to allow them if Stripe cannot be
 * reached. Three days without a look nothing is believed any more.
 */
export function premiumNow(seen: Seen & { syncedAt?: string | undefined }, now: Date): 'yes' | 'no' | 'ask' {
  if (!isPro(seen.status)) return 'no';
  const sinceLook = seen.syncedAt === undefined ? Infinity : now.getTime() - Date.parse(seen.syncedAt);
  const unseen = Math.min(overdueBy(seen, now), sinceLook);
  if (unseen <= 24 * hour) return 'yes';
  return unseen <= 72 * hour ? 'ask' : 'no';
}
