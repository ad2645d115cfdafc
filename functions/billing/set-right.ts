import type { StripeSubscription } from '#functions/providers/stripe-objects.ts';
import { isLive } from '#shared/rules/billing.ts';

import type { BillingDeps } from './billing-deps.ts';
import { liveOnes, statusOf } from './choose-subscription.ts';
import type { Look, WithCustomer } from './look-at-stripe.ts';
import { invoiceOf } from './project-subscription.ts';

type Deps = Pick<BillingDeps, 'stripe' | 'log'>;

/** Mends at Stripe what must not stay; true when something was changed there, so that what was seen is old. */
export async function setRight(deps: Deps, workspaceId: number, before: WithCustomer, look: Look): Promise<boolean> {
  return (await endDuplicates(deps, workspaceId, look)) || (await chargeNewCard(deps, before, look));
}

/** Of two live subscriptions the one that counts stays; another is ended while it cost nothing, else people decide. */
async function endDuplicates({ stripe, log }: Deps, workspaceId: number, look: Look): Promise<boolean> {
  const spare = liveOnes(look.all).filter(({ id }) => id !== look.subscription?.id);
  let ended = false;
  for (const one of spare) {
    if (!isUnpaid(one)) {
      log('billing.twoLive', { workspaceId, subscriptionId: one.id });
      continue;
    }
    await stripe.cancel(one.id);
    log('billing.ended', { workspaceId, subscriptionId: one.id, reason: 'duplicate' });
    ended = true;
  }
  return ended;
}

const isUnpaid = (one: StripeSubscription): boolean =>
  one.status === 'trialing' || (one.status === 'active' && invoiceOf(one)?.amount_paid === 0);

/**
 * The portal sets a new card as the customer's default, but a subscription with a card of its own goes on charging that
 * one, and it cannot be cleared. A customer has one subscription, so it gets the new card; what is owed is paid with it.
 */
async function chargeNewCard({ stripe }: Deps, before: WithCustomer, look: Look): Promise<boolean> {
  const { customer, subscription } = look;
  if (!subscription || !isLive(statusOf(subscription)) || customer === undefined || customer.deleted === true)
    return false;
  const own = subscription.default_payment_method;
  const wanted = customer.invoice_settings.default_payment_method;
  if (typeof own !== 'string' || typeof wanted !== 'string' || own === wanted) return false;
  // The revision, because the same card may come back within the day that Stripe remembers keys.
  await stripe.chargeCard(subscription.id, wanted, `card:${subscription.id}:${wanted}:${before.rev}`);
  const invoice = invoiceOf(subscription);
  if (subscription.status === 'past_due' && invoice?.id !== undefined && invoice.status === 'open') {
    await stripe.payInvoice(invoice.id);
  }
  return true;
}
