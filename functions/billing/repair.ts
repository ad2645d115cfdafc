import { openPageIds } from '#functions/data/items/subscription-item.ts';
import { isLive, isOver } from '#shared/rules/billing/billing.ts';
import { isPro } from '#shared/rules/billing/plans.ts';

import type { BillingDeps } from './billing-deps.ts';
import { liveOnes, statusOf } from './choose-subscription.ts';
import { endSubscription } from './end-subscription.ts';
import { withFreshKeys } from './fresh-keys.ts';
import { cardOf, invoiceOf, methodId } from './project-subscription.ts';
import type { StripeState, WithCustomer } from './read-stripe-state.ts';
import { trialOf } from './trial-mark.ts';

type Deps = Pick<BillingDeps, 'stripe' | 'subscriptions' | 'workspaces' | 'users' | 'phoneOf' | 'log' | 'now'>;
type Scene = { workspaceId: number; before: WithCustomer; look: StripeState };
/** Returns true if it changed something, so that the state has to be read again. */
type Rule = (deps: Deps, scene: Scene) => Promise<boolean>;

/** Rules depend only on the state, so another run completes an interrupted repair. Returns true if one applied. */
export async function repair(deps: Deps, scene: Scene): Promise<boolean> {
  for (const rule of rules) {
    if (await withFreshKeys(deps, scene.workspaceId, () => rule(deps, scene))) return true;
  }
  return false;
}

/** Ends additional live subscriptions that have cost nothing. For others, an operator decides. */
const endDuplicates: Rule = async ({ stripe, log }, { workspaceId, look }) => {
  const spare = liveOnes(look.all).filter(({ id }) => id !== look.subscription?.id);
  let ended = false;
  for (const one of spare) {
    const isUnpaid = one.status === 'trialing' || (one.status === 'active' && invoiceOf(one)?.amount_paid === 0);
    if (!isUnpaid) {
      log('billing.twoLive', { workspaceId, subscriptionId: one.id });
      continue;
    }
    await stripe.cancel(one.id);
    log('billing.ended', { workspaceId, subscriptionId: one.id, reason: 'duplicate' });
    ended = true;
  }
  return ended;
};

/** Sets a new default card also on a subscription with its own card, which ignores the customer's. */
const chargeNewCard: Rule = async ({ stripe }, { before, look: { customer, subscription } }) => {
  if (!subscription || !isLive(statusOf(subscription))) return false;
  if (customer === undefined || customer.deleted === true) return false;
  const own = methodId(subscription.default_payment_method);
  const wanted = customer.invoice_settings.default_payment_method ?? undefined;
  if (own === undefined || wanted === undefined || own === wanted) return false;
  // The same card may be chosen again while Stripe remembers keys, which is a day.
  await stripe.chargeCard(subscription.id, wanted, `card:${subscription.id}:${wanted}:${before.rev}`);
  return true;
};

/** Pays immediately instead of at Stripe's next attempt. Tries each new card once. */
const payWithNewCard: Rule = async (
  { stripe, subscriptions },
  { workspaceId, before, look: { customer, subscription } },
) => {
  if (subscription?.status !== 'past_due') return false;
  const [card, invoice] = [cardOf(customer, subscription), invoiceOf(subscription)];
  if (card === undefined || card === before.cardId || invoice?.id === undefined || invoice.status !== 'open')
    return false;
  // Concurrent runs are one attempt. The same card may be chosen again later.
  const outcome = await stripe.payInvoice(invoice.id, card, `pay:${invoice.id}:${card}:${before.rev}`);
  // A failed attempt may be the last one, which ends the subscription.
  if (outcome === 'notPaid') await subscriptions.save({ workspaceId, before, after: { ...before, cardId: card } });
  return true;
};

/** Stores the reason first, because the page shows it. */
const endSecondTrial: Rule = async (deps, { workspaceId, before, look: { customer, subscription } }) => {
  if (subscription?.status !== 'trialing') return false;
  const trial = await trialOf(deps, workspaceId, subscription, deps.now());
  if (!trial || !('second' in trial)) return false;
  const { id: subscriptionId } = subscription;
  if (before.secondTrial?.subscriptionId !== subscriptionId) {
    const secondTrial = { subscriptionId, owner: trial.second, at: deps.now().toISOString() };
    await deps.subscriptions.save({ workspaceId, before, after: { ...before, secondTrial } });
    return true;
  }
  deps.log('billing.secondTrial', { workspaceId, subscriptionId, owner: trial.second });
  if (cardOf(customer, subscription) !== undefined)
    await deps.stripe.endTrialNow(subscriptionId, `trial:${subscriptionId}:${before.rev}`);
  else await deps.stripe.cancel(subscriptionId);
  return true;
};

/**
 * Ends what is left in a deactivated workspace. A running subscription was bought during the deactivation, so its owner
 * decides.
 */
const endOfSwitchedOff: Rule = async (deps, { workspaceId, before, look: { subscription } }) => {
  const status = subscription && statusOf(subscription);
  const mayStay = status === undefined || isOver(status) || isPro(status);
  if (mayStay && before.pendingCheckout === undefined) return false;
  if ((await deps.workspaces.find(workspaceId))?.status !== 'INATIVO') return false;
  if (before.pendingCheckout) {
    for (const id of openPageIds(before.pendingCheckout)) await deps.stripe.expireCheckout(id);
    await deps.subscriptions.save({ workspaceId, before, after: { ...before, pendingCheckout: undefined } });
    return true;
  }
  if (subscription) await endSubscription(deps, workspaceId, subscription.id, 'deactivated');
  return true;
};

/** Closes the pages of a deleted customer, so that they cannot be paid. */
const closePageOfDeleted: Rule = async ({ stripe }, { before: { pendingCheckout }, look: { customer } }) => {
  if (customer?.deleted !== true || !pendingCheckout) return false;
  for (const id of openPageIds(pendingCheckout)) await stripe.expireCheckout(id);
  return false;
};

/** Without this, Stripe would accept payments of the last invoice forever. */
const voidLeftovers: Rule = async ({ stripe, log }, { workspaceId, look }) => {
  let voided = false;
  for (const one of look.all.filter((each) => isOver(statusOf(each)))) {
    const invoice = invoiceOf(one);
    if (invoice?.id === undefined || invoice.status !== 'open') continue;
    if ((await stripe.voidInvoice(invoice.id)) === 'notOpen') continue;
    log('billing.ended', { workspaceId, subscriptionId: one.id, reason: 'leftInvoice' });
    voided = true;
  }
  return voided;
};

const rules = [
  endDuplicates,
  chargeNewCard,
  endSecondTrial,
  endOfSwitchedOff,
  payWithNewCard,
  closePageOfDeleted,
  voidLeftovers,
] as const;
