import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import type { CleaningStore } from '#functions/data/outbox/cleaning-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { endNumberOfLink, removeGroups, type EndOfLinkDeps } from '#functions/whatsapp/numbers/end-of-link.ts';

export type CleanUpDeps = EndOfLinkDeps & {
  cleaning: Pick<CleaningStore, 'clean'>;
  subscriptions: Pick<SubscriptionStore, 'syncSoon'>;
  now: () => Date;
};

type Ended = Pick<EntryOf<'cleanUp'>, 'workspaceId' | 'link' | 'amazonUserId'>;

/** Removes one kind of item after an unlink or a deactivation. A step can be repeated after a partial run. */
export type CleaningStep<Deps = CleanUpDeps> = {
  name: string;
  run(deps: Deps, ended: Ended, deadline: Deadline): Promise<Work['outcome']>;
};

const leftovers = (['triggers', 'triggerTexts', 'triggerNames', 'plannedRuns'] as const).map((kind): CleaningStep => ({
  name: kind,
  run: ({ cleaning }, { workspaceId, link }, deadline) => cleaning.clean(kind, workspaceId, link, deadline),
}));

/** Requests a sync: the billing job, which calls Stripe, ends the subscription of an inactive workspace. */
const subscription: CleaningStep = {
  name: 'subscription',
  run: async ({ subscriptions, now }, { workspaceId }) => {
    await subscriptions.syncSoon(workspaceId, now());
    return 'done';
  },
};

const number: CleaningStep = { name: 'number', run: (deps, ended) => endNumberOfLink(deps, ended) };

const groups: CleaningStep = {
  name: 'groups',
  run: (deps, { workspaceId, link }, deadline) =>
    removeGroups(deps, workspaceId, (group) => group.link === link, deadline),
};

export const cleaningSteps: readonly CleaningStep[] = [...leftovers, number, groups, subscription];

/** Removes the items of ended links. Users no longer see them, so it may take several rounds. */
export async function cleanUp<Deps>(
  deps: Deps,
  entries: readonly EntryOf<'cleanUp'>[],
  deadline: Deadline,
  steps: readonly CleaningStep<Deps>[],
): Promise<Work> {
  for (const entry of entries) {
    for (const step of steps) {
      const outcome = await step.run(deps, entry, deadline);
      if (outcome === 'more') return { outcome: 'more' };
      if (outcome === 'retry') return { outcome: 'retry', failure: step.name };
    }
  }
  return { outcome: 'done', writes: [] };
}
