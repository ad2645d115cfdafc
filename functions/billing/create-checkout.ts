import type { PendingCheckout } from '#functions/data/billing/subscription-item.ts';
import type { UserItem, UserStore } from '#functions/data/people/user-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import { Refusal } from '#shared/refusals.ts';
import { statusBehaviour } from '#shared/rules/billing/billing.ts';
import { knownStatus, paidPlanTypes, type PaidPlan } from '#shared/rules/billing/plans.ts';
import { offersTrial } from '#shared/rules/billing/trial.ts';

import type { BillingDeps } from './billing-deps.ts';
import { newCheckout, stillOpen, type CheckoutTerms } from './checkout-session.ts';
import { endSubscription } from './end-subscription.ts';
import { ensureCustomer, forgetCustomer, type CustomerDeps } from './ensure-customer.ts';
import { localeFor } from './page-address.ts';
import type { WithCustomer } from './read-stripe-state.ts';
import { dueOf, syncWorkspaceSubscription } from './sync-subscription.ts';
import { hadTrial } from './trial-mark.ts';

export type CheckoutDeps = BillingDeps &
  CustomerDeps & {
    users: Pick<UserStore, 'find' | 'useUpTrial'>;
    appUrl: string;
  };
type CheckoutRequest = { workspaceId: number; priceId: string; locale: string | undefined };

/**
 * Gives an open page of the same kind again and closes another. Refuses while a subscription runs, unknown prices, and
 * once where a promised trial was used.
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
    if (!(error instanceof StripeFailure) || !error.lacks('customer')) throw error;
    const gone = (await deps.subscriptions.find(input.workspaceId))?.customerId;
    if (gone !== undefined) await forgetCustomer(deps, input.workspaceId, gone);
    return open(deps, at);
  }
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
  await nothingRuns(deps, at.workspaceId);
  return retryOnConflict({ tries: 4, exhausted: busy }, async () => {
    const item = await ensureCustomer(deps, at.workspaceId, at.user);
    const terms = await termsOf(deps, at, item);
    const known = item.pendingCheckout && (await stillOpen(deps.stripe, item.pendingCheckout, terms, deps.now()));
    if (known !== undefined) return { url: known };
    if (item.pendingCheckout) await close(deps, at.workspaceId, item.pendingCheckout);
    const url = await openNew(deps, at.workspaceId, item, terms);
    return url === undefined ? 'conflict' : { url };
  });
}

const busy = (): never => {
  throw new Refusal('server.busy', { retryAfterSeconds: 1 });
};

async function nothingRuns(deps: CheckoutDeps, workspaceId: number): Promise<void> {
  const { item } = await syncWorkspaceSubscription(deps, workspaceId);
  const { newCheckout: may } = statusBehaviour[knownStatus(item.status)];
  if (may === 'no') throw new Refusal('subscription.alreadyRunning');
  if (may !== 'afterCancelling' || item.subscriptionId === undefined) return;
  await endSubscription(deps, workspaceId, item.subscriptionId, 'newCheckout');
  await syncWorkspaceSubscription(deps, workspaceId);
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

/** A page that was completed cannot be closed: then there is a subscription. */
async function close(deps: CheckoutDeps, workspaceId: number, { sessionId }: PendingCheckout): Promise<void> {
  if ((await deps.stripe.expireCheckout(sessionId)) === 'over') await nothingRuns(deps, workspaceId);
}

/** Undefined when another request was faster, or when the page is over. */
async function openNew(
  deps: CheckoutDeps,
  workspaceId: number,
  item: WithCustomer,
  terms: CheckoutTerms,
): Promise<string | undefined> {
  const made = await newCheckout(deps.stripe, terms, deps.now());
  const before = (await deps.subscriptions.find(workspaceId)) ?? item;
  const isSame = before.generation === item.generation && before.customerId === item.customerId;
  if (made === 'over') {
    if (isSame)
      await deps.subscriptions.save({ workspaceId, before, after: { ...before, generation: before.generation + 1 } });
    return undefined;
  }
  const { url, ...pendingCheckout } = made;
  if (before.pendingCheckout?.sessionId === pendingCheckout.sessionId) return url;
  const other = before.pendingCheckout?.sessionId;
  const isOurTurn = isSame && (other === undefined || other === item.pendingCheckout?.sessionId);
  const after = { ...before, pendingCheckout, ...dueOf(pendingCheckout, before.status, deps.now()) };
  if (isOurTurn && (await deps.subscriptions.save({ workspaceId, before, after })) === 'saved') return url;
  const now = await deps.subscriptions.find(workspaceId);
  if (now?.pendingCheckout?.sessionId === pendingCheckout.sessionId) return url;
  await deps.stripe.expireCheckout(pendingCheckout.sessionId);
  return undefined;
}
