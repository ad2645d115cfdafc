import type { TrialMark } from '#functions/data/billing/subscription-store.ts';
import { accountHash, type UserItem } from '#functions/data/items/user-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { StripeSubscription } from '#functions/providers/stripe-objects.ts';
import { isMarkOf, type TrialOwner } from '#shared/rules/billing/trial.ts';

import type { BillingDeps } from './billing-deps.ts';

type Owner = { user: UserItem; workspace: WorkspaceItem };
type Account = { owner: TrialOwner; hash: string };
type Deps = Pick<BillingDeps, 'workspaces' | 'users' | 'subscriptions' | 'phoneOf'>;

/** Accounts by which a user with a new sign-in is recognised. */
async function accountsOf({ phoneOf }: Pick<Deps, 'phoneOf'>, { user, workspace }: Owner): Promise<Account[]> {
  const phone = await phoneOf(workspace.id);
  const { link } = workspace;
  return [
    ...(user.accountHash === undefined ? [] : [{ owner: 'person', hash: user.accountHash } as const]),
    ...(link ? [{ owner: 'amazonAccount', hash: accountHash('amazon', link.amazonUserId) } as const] : []),
    ...(phone === undefined ? [] : [{ owner: 'whatsappNumber', hash: accountHash('whatsapp', phone) } as const]),
  ];
}

const readMarks = async ({ subscriptions }: Pick<Deps, 'subscriptions'>, accounts: readonly Account[]) =>
  Promise.all(accounts.map(async (account) => ({ ...account, mark: await subscriptions.trialMark(account.hash) })));

export async function hadTrial(deps: Pick<Deps, 'subscriptions' | 'phoneOf'>, owner: Owner): Promise<boolean> {
  return (await readMarks(deps, await accountsOf(deps, owner))).some(({ mark }) => mark !== undefined);
}

/**
 * Returns `mark` to use up the trial or to mark another account, or `second` with the owner that already had one.
 * Undefined if there is nothing to do.
 */
export async function trialOf(
  deps: Deps,
  workspaceId: number,
  subscription: StripeSubscription | undefined,
  now: Date,
): Promise<{ mark: TrialMark } | { second: TrialOwner } | undefined> {
  if (typeof subscription?.trial_start !== 'number') return undefined;
  const workspace = await deps.workspaces.find(workspaceId);
  const user = workspace && (await deps.users.find(workspace.userId));
  if (!user) return undefined;
  const { id: subscriptionId, status } = subscription;
  const isTrialing = status === 'trialing';
  const isFirst = !user.trialUsed;
  if (!isFirst && !isTrialing) return undefined;
  if (!isFirst && user.trialSubscriptionId !== subscriptionId) return { second: 'person' };
  const accounts = await readMarks(deps, await accountsOf(deps, { user, workspace }));
  const trial = { subscriptionId, startedAt: new Date(subscription.trial_start * 1000).toISOString() };
  const taken = accounts.find(({ mark }) => mark && !isMarkOf(mark, trial));
  if (taken && isTrialing) return { second: taken.owner };
  const unmarked = new Set(accounts.filter(({ mark }) => !mark).map(({ hash }) => hash));
  if (!isFirst && unmarked.size === 0) return undefined;
  return { mark: { userId: user.id, subscriptionId, accounts: [...unmarked], at: now, isFirst } };
}
