import type { SubscriptionItem } from '#functions/data/items/subscription-item.ts';
import type { StripeCustomer, StripeSubscription } from '#functions/providers/stripe-objects.ts';
import { knownStatus } from '#shared/rules/billing/plans.ts';

import type { BillingDeps } from './billing-deps.ts';
import { chooseSubscription } from './choose-subscription.ts';
import { isEnding, type StripeFacts } from './project-subscription.ts';

export type StripeState = Pick<StripeFacts, 'customer' | 'subscription'> & { all: StripeSubscription[] };

/**
 * The list also contains the successor of an ended subscription. `named` is the subscription of an event; the list may
 * not contain it yet.
 */
export async function readStripeState(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  { customerId, subscriptionId }: { customerId: string; subscriptionId: string | undefined },
  named: string | undefined,
): Promise<StripeState> {
  const listed = (await stripe.subscriptionsOf(customerId)) ?? [];
  const all = await withNamed(stripe, listed, customerId, named);
  const subscription = chooseSubscription(all, subscriptionId);
  const expanded = subscription?.customer;
  const customer = typeof expanded === 'object' ? expanded : await stripe.customer(customerId);
  return { all, subscription, customer };
}

async function withNamed(
  stripe: BillingDeps['stripe'],
  listed: StripeSubscription[],
  customerId: string,
  named: string | undefined,
): Promise<StripeSubscription[]> {
  if (named === undefined || listed.some(({ id }) => id === named)) return listed;
  const found = await stripe.subscription(named);
  return found && idOf(found.customer) === customerId ? [...listed, found] : listed;
}

const idOf = (customer: string | StripeCustomer): string => (typeof customer === 'string' ? customer : customer.id);

export async function previewOf(
  { stripe, log }: Pick<BillingDeps, 'stripe' | 'log'>,
  subscription: StripeSubscription | undefined,
  customer: string,
): Promise<StripeFacts['preview']> {
  if (!subscription || isEnding(subscription)) return undefined;
  const status = knownStatus(subscription.status);
  if (status !== 'active' && status !== 'trialing') return undefined;
  try {
    return await stripe.preview({ customer, subscription: subscription.id });
  } catch (cause) {
    log('billing.previewFailed', {}, cause);
    return 'failed';
  }
}

export type WithCustomer = SubscriptionItem & { customerId: string };
export const hasCustomer = (item: SubscriptionItem | undefined): item is WithCustomer => item?.customerId !== undefined;
