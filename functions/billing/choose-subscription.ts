import type { StripeSubscription } from '#functions/providers/stripe-objects.ts';
import { isLive, isOver } from '#shared/rules/billing/billing.ts';
import { knownStatus } from '#shared/rules/billing/plans.ts';

export const statusOf = ({ status }: Pick<StripeSubscription, 'status'>) => knownStatus(status);

const newestFirst = (one: StripeSubscription, other: StripeSubscription): number => other.created - one.created;

/** Live subscriptions, oldest first. There should be at most one. */
export const liveOnes = (all: readonly StripeSubscription[]): StripeSubscription[] =>
  all.filter((one) => isLive(statusOf(one))).toSorted((one, other) => newestFirst(other, one));

/**
 * Returns a live subscription, else the newest that is not over, else the newest. Of several live ones, prefers the
 * stored one (`current`), else the oldest.
 */
export function chooseSubscription(
  all: readonly StripeSubscription[],
  current: string | undefined,
): StripeSubscription | undefined {
  const live = liveOnes(all);
  const others = all.toSorted(newestFirst);
  return live.find(({ id }) => id === current) ?? live[0] ?? others.find((one) => !isOver(statusOf(one))) ?? others[0];
}
