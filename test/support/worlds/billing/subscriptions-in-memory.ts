import { isDeepStrictEqual } from 'node:util';

import type { SubscriptionChange } from '#functions/data/billing/subscription-store.ts';
import type { TrialMarkItem } from '#functions/data/billing/trial-marks.ts';
import { projectionOf, type SubscriptionItem } from '#functions/data/items/subscription-item.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';

export function subscriptionsInMemory(users: Map<string, UserItem>) {
  const items = new Map<number, SubscriptionItem>();
  const customers = new Map<string, number>();
  const trials = new Map<string, TrialMarkItem>();
  /** Accepted changes with new content. */
  const news: SubscriptionChange[] = [];
  /** Callbacks that run before each write, like concurrent writers. */
  const between: (() => void)[] = [];

  async function save(change: SubscriptionChange): Promise<'saved' | 'changed' | 'trialTaken'> {
    const { workspaceId, before, after, trial } = change;
    between.shift()?.();
    if ((items.get(workspaceId)?.rev ?? 0) !== before.rev) return 'changed';
    const user = trial && users.get(trial.userId);
    if (trial?.isFirst && user?.trialUsed) return 'trialTaken';
    if (trial?.accounts.some((account) => trials.has(account))) return 'changed';
    if (trial && user) {
      const { subscriptionId, accounts, at } = trial;
      if (trial.isFirst) users.set(user.id, { ...user, trialUsed: true, trialSubscriptionId: subscriptionId });
      for (const account of accounts) trials.set(account, { type: 'trial', usedAt: at.toISOString(), subscriptionId });
    }
    items.set(workspaceId, structuredClone({ ...after, type: 'subscription', rev: before.rev + 1 }));
    if (after.customerId !== undefined) customers.set(after.customerId, workspaceId);
    if (!isDeepStrictEqual(projectionOf(before), projectionOf(after))) news.push(change);
    return 'saved';
  }

  return {
    items,
    news,
    between,
    save,
    find: async (id: number) => structuredClone(items.get(id)),
    syncSoon: async (workspaceId: number, now: Date) => {
      const item = items.get(workspaceId);
      if (item) items.set(workspaceId, { ...item, rev: item.rev + 1, dueAt: now.toISOString() });
    },
    askUntil: async (workspaceId: number, until: Date) => {
      const { askedAt: _, ...item } = items.get(workspaceId) ?? {};
      if ('rev' in item) items.set(workspaceId, { ...item, rev: item.rev + 1, askUntil: until.toISOString() });
    },
    mayAsk: async (workspaceId: number, now: Date, restMs: number) => {
      const item = items.get(workspaceId);
      const may = item && (item.askedAt === undefined || Date.parse(item.askedAt) <= now.getTime() - restMs);
      if (may) items.set(workspaceId, { ...item, askedAt: now.toISOString() });
      return may === true;
    },
    due: async (now: Date) => ({
      workspaceIds: [...items].filter(([, { dueAt = '9' }]) => dueAt <= now.toISOString()).map(([id]) => id),
    }),
    workspaceOf: async (customerId: string) => customers.get(customerId),
    trials,
    trialMark: async (account: string) => trials.get(account),
  };
}
