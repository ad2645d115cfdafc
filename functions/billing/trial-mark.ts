import type { TrialMark } from '#functions/data/billing/subscription-store.ts';
import { accountHash, type UserItem } from '#functions/data/people/user-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { StripeSubscription } from '#functions/providers/stripe-objects.ts';

import type { BillingDeps } from './billing-deps.ts';

type Owner = { user: UserItem; workspace: WorkspaceItem };

export async function ownerOf(
  deps: Pick<BillingDeps, 'workspaces' | 'users'>,
  workspaceId: number,
): Promise<Owner | undefined> {
  const workspace = await deps.workspaces.find(workspaceId);
  const user = workspace && (await deps.users.find(workspace.userId));
  return user && { user, workspace };
}

/** A person with a new sign-in is recognised by these. */
export function accountsOf({ user, workspace: { link } }: Owner): string[] {
  const linked = link && accountHash('amazon', link.amazonUserId);
  return [...new Set([user.accountHash, linked].filter((hash) => hash !== undefined))];
}

/** `mark` uses the trial up; `second` is one too many; undefined where nothing is to be done. */
export function trialOf(
  owner: Owner | undefined,
  subscription: StripeSubscription | undefined,
  now: Date,
): { mark: TrialMark } | 'second' | undefined {
  if (!owner || typeof subscription?.trial_start !== 'number') return undefined;
  const { id: userId, trialUsed, trialSubscriptionId } = owner.user;
  if (!trialUsed) return { mark: { userId, subscriptionId: subscription.id, accounts: accountsOf(owner), at: now } };
  if (trialSubscriptionId === subscription.id || subscription.status !== 'trialing') return undefined;
  return 'second';
}
