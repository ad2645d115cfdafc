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
/** True when it changed something, so that what was read is old. */
type Rule = (deps: Deps, scene: Scene) => Promise<boolean>;

/** Each rule goes by the state, so another run finishes what one left; true when there was one. */
export async function repair(deps: Deps, scene: Scene): Promise<boolean> {
  for (const rule of rules) {
    if (await withFreshKeys(deps, scene.workspaceId, () => rule(deps, scene))) return true;
  }
  return false;
}

/** Of two live subscriptions the other one is ended while it has cost nothing; else an operator decides. */
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

/** A subscription with a card of its own ignores the customer's new default card, so it is set there too. */
const chargeNewCard: Rule = async ({ stripe }, { before, look: { customer, subscription } }) => {
  if (!subscription || !isLive(statusOf(subscription))) return false;
  if (customer === undefined || customer.deleted === true) return false;
  const own = methodId(subscription.default_payment_method);
  const wanted = customer.invoice_settings.default_payment_method ?? undefined;
  if (own === undefined || wanted === undefined || own === wanted) return false;
  // The same card may come back within the day that Stripe remembers keys.
  await stripe.chargeCard(subscription.id, wanted, `card:${subscription.id}:${wanted}:${before.rev}`);
  return true;
};

/** Pays at once instead of at Stripe's next try. Each new card is tried once. */
const payWithNewCard: Rule = async (
  { stripe, subscriptions },
  { workspaceId, before, look: { customer, subscription } },
) => {
  if (subscription?.status !== 'past_due') return false;
  const [card, invoice] = [cardOf(customer, subscription), invoiceOf(subscription)];
  if (card === undefined || card === before.cardId || invoice?.id === undefined || invoice.status !== 'open')
    return false;
  // Parallel runs are one attempt; the same card may come back later.
  const outcome = await stripe.payInvoice(invoice.id, card, `pay:${invoice.id}:${card}:${before.rev}`);
  // A try that fails may be the last one, which ends the subscription.
  if (outcome === 'notPaid') await subscriptions.save({ workspaceId, before, after: { ...before, cardId: card } });
  return true;
};

/** The reason is stored first, for the page. */
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

/** A subscription that runs was bought during the deactivation; its owner decides. */
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

/** The page of a customer that was deleted must not be paid. */
const closePageOfDeleted: Rule = async ({ stripe }, { before: { pendingCheckout }, look: { customer } }) => {
  if (customer?.deleted !== true || !pendingCheckout) return false;
  for (const id of openPageIds(pendingCheckout)) await stripe.expireCheckout(id);
  return false;
};

/** Stripe would take money for the last invoice for ever. */
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
