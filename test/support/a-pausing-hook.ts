import type { AcceptedChange, SubscriptionHook } from '#functions/billing/hooks.ts';
import { isPro, knownStatus } from '#shared/rules/billing/plans.ts';

/**
 * Leaves a mark in the outbox that the worker cleans away, as a feature would that pauses with the plan and resumes with
 * it: the given links stand for gained and lost.
 */
export const aPausingHook = (links: { gained: number; lost: number }): SubscriptionHook => ({
  name: 'pausing',
  entries: (change) => {
    const now = planChange(change);
    return now === undefined ? [] : [{ topic: 'cleanUp', workspaceId: change.workspaceId, link: links[now] }];
  },
});

/** Whether paid features came or went with a change. */
function planChange({ before, after }: AcceptedChange): 'gained' | 'lost' | undefined {
  const had = isPro(knownStatus(before.status));
  const has = isPro(knownStatus(after.status));
  if (had === has) return undefined;
  return has ? 'gained' : 'lost';
}
