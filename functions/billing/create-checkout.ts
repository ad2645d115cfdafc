import {
  lastReplaced,
  openPageIds,
  type PendingCheckout,
  type SubscriptionItem,
} from '#functions/data/items/subscription-item.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';
import type { UserStore } from '#functions/data/people/user-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import { Refusal } from '#shared/refusals.ts';
import { isOver, statusBehaviour } from '#shared/rules/billing/billing.ts';
import { knownStatus, paidPlanTypes, type PaidPlan } from '#shared/rules/billing/plans.ts';
import { offersTrial } from '#shared/rules/billing/trial.ts';

import type { BillingDeps } from './billing-deps.ts';
import { newCheckout, stillOpen, type CheckoutTerms } from './checkout-session.ts';
import { endSubscription } from './end-subscription.ts';
import { ensureCustomer, forgetCustomer, type CustomerDeps } from './ensure-customer.ts';
import { localeFor } from './page-address.ts';
import type { WithCustomer } from './read-stripe-state.ts';
import { remedyFor } from './remedies.ts';
import { dueOf, syncWorkspaceSubscription } from './sync-subscription.ts';
import { hadTrial } from './trial-mark.ts';

export type CheckoutDeps = BillingDeps &
  CustomerDeps & {
    users: Pick<UserStore, 'find' | 'useUpTrial'>;
    appUrl: string;
  };
type CheckoutRequest = { workspaceId: number; priceId: string; locale: string | undefined };

/**
 * Returns the open page with the same terms, or replaces the open one. Throws a refusal while a subscription is
 * running, for an unknown price, and once if the promised trial was already used.
 */
export async function createCheckout(deps: CheckoutDeps, input: CheckoutRequest): Promise<{ url: string }> {
  const [workspace, terms] = await Promise.all([deps.workspaces.find(input.workspaceId), plan(deps, input.priceId)]);
  const user = workspace && (await deps.users.find(workspace.userId));
  if (!user) throw new Refusal('workspace.notFound');
  if (workspace.status !== 'ATIVO') throw new Refusal('workspace.inactive');
  const at = { ...input, ...terms, user, workspace };
  try {
    return await open(deps, at);
  } catch (error) {
    const healed = error instanceof StripeFailure ? await heal(deps, at, error) : undefined;
    if (!healed) throw error;
    return open(deps, healed);
  }
}

/** Returns the input for another attempt, or undefined if it would fail in the same way. */
async function heal(deps: CheckoutDeps, at: At, failure: StripeFailure): Promise<At | undefined> {
  const { workspaceId } = at;
  switch (remedyFor('checkout', failure)?.remedy) {
    case 'newCustomer': {
      await leaveCustomer(deps, workspaceId);
      return at;
    }
    case 'newPrice': {
      deps.catalogue.forget();
      const terms = await plan(deps, at.planType);
      return terms.price === at.price ? undefined : { ...at, ...terms };
    }
    case 'newKeys':
      return at;
    default:
      return undefined;
  }
}

/** Makes sure that nothing of the customer can be paid. Throws `alreadyRunning` if a page was paid in between. */
async function leaveCustomer(deps: CheckoutDeps, workspaceId: number): Promise<void> {
  const item = await deps.subscriptions.find(workspaceId);
  if (item?.customerId === undefined) return;
  const { customerId, pendingCheckout, subscriptionId } = item;
  if (pendingCheckout) await closeReplaced(deps, workspaceId, openPageIds(pendingCheckout));
  if (subscriptionId !== undefined && !isOver(knownStatus(item.status)))
    await endSubscription(deps, workspaceId, subscriptionId, 'newCheckout');
  await forgetCustomer(deps, workspaceId, customerId);
}

async function plan({ catalogue }: CheckoutDeps, asked: string): Promise<{ planType: PaidPlan; price: string }> {
  const prices = await catalogue.prices();
  for (const planType of paidPlanTypes) {
    if (asked === planType || asked === prices[planType]) return { planType, price: prices[planType] };
  }
  throw new Refusal('subscription.unknownPrice', { fields: { priceId: 'subscription.unknownPrice' } });
}

type At = CheckoutRequest & { planType: PaidPlan; price: string; user: UserItem; workspace: WorkspaceItem };

async function open(deps: CheckoutDeps, at: At): Promise<{ url: string }> {
  const { workspaceId } = at;
  const { leftId } = await nothingRuns(deps, workspaceId);
  const page = await retryOnConflict({ tries: 12 }, () => openOrConflict(deps, at));
  if (leftId !== undefined) {
    await endSubscription(deps, workspaceId, leftId, 'newCheckout');
    await syncWorkspaceSubscription(deps, workspaceId);
  }
  return page;
}

async function openOrConflict(deps: CheckoutDeps, at: At): Promise<{ url: string } | 'conflict'> {
  const { workspaceId } = at;
  const item = await ensureCustomer(deps, workspaceId, at.user);
  const terms = await termsOf(deps, at, item);
  const { pendingCheckout: pending } = item;
  const known = pending && (await stillOpen(deps.stripe, pending, terms, deps.now()));
  if (known !== undefined) {
    await closeLeftOpen(deps, workspaceId, pending);
    return { url: known };
  }
  const made = await newCheckout(deps, terms, deps.now());
  if (made === 'over' || pending?.replaced?.includes(made.sessionId)) return nextGeneration(deps, workspaceId, item);
  const { url, ...page } = made;
  return (await storePage(deps, workspaceId, item, page)) ? { url } : 'conflict';
}

/** A subscription that never worked or stopped working is `leftId`. It is ended once its successor has a page. */
async function nothingRuns(deps: CheckoutDeps, workspaceId: number): Promise<{ leftId: string | undefined }> {
  const { item } = await syncWorkspaceSubscription(deps, workspaceId);
  const { newCheckout: may } = statusBehaviour[knownStatus(item.status)];
  if (may === 'no') throw new Refusal('subscription.alreadyRunning');
  return { leftId: may === 'afterCancelling' ? item.subscriptionId : undefined };
}

async function termsOf(deps: CheckoutDeps, at: At, item: WithCustomer): Promise<CheckoutTerms> {
  const { user, workspace, workspaceId, planType, price } = at;
  const trial = offersTrial({ isDefaultWorkspace: workspace.defaultWorkspace, trialUsed: user.trialUsed });
  if (trial && (await hadTrial(deps, { user, workspace }))) {
    await deps.users.useUpTrial(user.id);
    throw new Refusal('subscription.trialUsed');
  }
  const { customerId: customer, generation } = item;
  const { appUrl, place } = deps;
  return {
    customer,
    generation,
    workspaceId,
    userId: user.id,
    planType,
    price,
    trial,
    locale: localeFor(at.locale),
    appUrl,
    place,
  };
}

/** With the old keys, Stripe would keep returning closed pages. */
async function nextGeneration(deps: CheckoutDeps, workspaceId: number, item: WithCustomer): Promise<'conflict'> {
  const before = (await deps.subscriptions.find(workspaceId)) ?? item;
  const after = { ...before, generation: before.generation + 1 };
  if (isSame(before, item)) await deps.subscriptions.save({ workspaceId, before, after });
  return 'conflict';
}

type Series = Pick<SubscriptionItem, 'generation' | 'customerId'>;
const isSame = (one: Series, other: Series): boolean =>
  one.generation === other.generation && one.customerId === other.customerId;

/** Each conflict is another page that was stored concurrently. */
const maxRivals = 20;

/**
 * Stores the page before it closes the replaced ones, so that the latest page works. Returns false if the page is
 * closed.
 */
async function storePage(
  deps: CheckoutDeps,
  workspaceId: number,
  item: WithCustomer,
  page: PendingCheckout,
): Promise<boolean> {
  const between = (): Promise<void> => deps.pause(20 + 40 * Math.random());
  return retryOnConflict({ tries: maxRivals, between }, async () => {
    const before = (await deps.subscriptions.find(workspaceId)) ?? item;
    const { pendingCheckout: old } = before;
    if (old?.sessionId === page.sessionId) return true;
    // Two clicks get the same page, and a third one may have replaced it.
    if (old?.replaced?.includes(page.sessionId)) return false;
    if (!isSame(before, item)) {
      await deps.stripe.expireCheckout(page.sessionId);
      return false;
    }
    const replaced = old && [...(old.replaced ?? []), old.sessionId].slice(-maxRivals);
    const pendingCheckout = { ...page, ...(replaced && { replaced }) };
    const after = { ...before, pendingCheckout, ...dueOf(pendingCheckout, before.status, deps.now()) };
    if ((await deps.subscriptions.save({ workspaceId, before, after })) !== 'saved') return 'conflict';
    try {
      await closeReplaced(deps, workspaceId, lastReplaced(replaced ?? []));
    } catch (error) {
      // After a failure of Stripe, the next click closes the remaining pages.
      if (error instanceof Refusal) await deps.stripe.expireCheckout(page.sessionId);
      throw error;
    }
    return true;
  });
}

/**
 * Closes the replaced pages if the request that stored this page stopped before it did, and stores that they are
 * closed.
 */
async function closeLeftOpen(
  deps: CheckoutDeps,
  workspaceId: number,
  page: PendingCheckout | undefined,
): Promise<void> {
  if (!page?.replaced || page.closedReplaced) return;
  await closeReplaced(deps, workspaceId, lastReplaced(page.replaced));
  const before = await deps.subscriptions.find(workspaceId);
  if (before?.pendingCheckout?.sessionId !== page.sessionId) return;
  const pendingCheckout = { ...before.pendingCheckout, closedReplaced: true as const };
  await deps.subscriptions.save({ workspaceId, before, after: { ...before, pendingCheckout } });
}

/** A completed page cannot be closed. In that case, there is a subscription. */
async function closeReplaced(deps: CheckoutDeps, workspaceId: number, pages: readonly string[]): Promise<void> {
  for (const id of pages) {
    if ((await deps.stripe.expireCheckout(id)) === 'expired') continue;
    if ((await deps.stripe.checkout(id))?.status === 'complete') await nothingRuns(deps, workspaceId);
  }
}
