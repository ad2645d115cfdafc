import type { TrialMark } from '#functions/data/billing/subscription-store.ts';
import { noSubscription, type Projection, type SubscriptionItem } from '#functions/data/items/subscription-item.ts';
import { busy, type Deadline } from '#functions/platform/time/deadline.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { isLive, isOver } from '#shared/rules/billing/billing.ts';
import { knownStatus } from '#shared/rules/billing/plans.ts';

import type { BillingDeps } from './billing-deps.ts';
import { withoutCustomer } from './ensure-customer.ts';
import { projectSubscription } from './project-subscription.ts';
import { hasCustomer, readStripeState, previewOf, type StripeState, type WithCustomer } from './read-stripe-state.ts';
import { repair } from './repair.ts';
import { saveChange } from './save-change.ts';
import { trialOf } from './trial-mark.ts';

export type Synced = { item: SubscriptionItem; changed: boolean };

type Options = {
  named?: string | undefined;
  deadline?: Deadline;
};

const maxRepairs = 5;

/**
 * Reads the revision before Stripe and checks it in the write, so an older state never replaces a newer one. Throws
 * `StripeFailure`, or `server.busy` after five conflicts.
 */
export async function syncWorkspaceSubscription(
  deps: BillingDeps,
  workspaceId: number,
  options: Options = {},
): Promise<Synced> {
  let repairs = 0;
  const between = (attempt: number): Promise<void> => deps.pause(20 * 2 ** attempt * (0.5 + Math.random()));
  return retryOnConflict({ between }, async () => {
    for (;;) {
      refuseLate(options.deadline);
      const item = await deps.subscriptions.find(workspaceId);
      if (!hasCustomer(item)) return { item: item ?? noSubscription, changed: false };
      const look = await readStripeState(deps, { ...item, subscriptionId: item.subscriptionId }, options.named);
      const mayRepair = repairs < maxRepairs;
      if (!mayRepair || !(await repair(deps, { workspaceId, before: item, look }))) {
        return store(deps, { workspaceId, before: item, look }, options);
      }
      repairs += 1;
    }
  });
}

function refuseLate(deadline: Deadline | undefined): void {
  if (deadline?.isOver()) busy();
}

type Scene = { workspaceId: number; before: WithCustomer; look: StripeState };

async function store(deps: BillingDeps, scene: Scene, { deadline }: Options): Promise<Synced | 'conflict'> {
  const { workspaceId, before: item, look } = scene;
  const { subscription } = look;
  const preview = await previewOf(deps, subscription, item.customerId);
  const prices = subscription ? await deps.catalogue.prices().catch(() => undefined) : undefined;
  const now = deps.now();
  const projection = projectSubscription({ ...look, preview }, { prices, before: item, now });
  reportUnexpected(deps, scene);
  const trial = await trialOf(deps, workspaceId, subscription, now);
  const mark = trial && 'mark' in trial ? trial.mark : undefined;
  const isDeleted = look.customer?.deleted === true;
  const found = isDeleted ? withoutCustomer(item) : { ...keptFields(item, projection, now), ...projection };
  const after = { ...found, ...syncAgain(mark, found.status, now), syncedAt: now.toISOString() };
  refuseLate(deadline);
  const saved = await saveChange(deps, { workspaceId, before: item, after, trial: mark, seenAt: now });
  if (saved === 'overtaken') return 'conflict';
  if (isDeleted) deps.log('billing.customerHealed', { workspaceId, outcome: saved });
  const changed = saved === 'changed';
  if (changed) deps.log('billing.synced', { workspaceId, status: after.status, was: item.status });
  return { item: { type: 'subscription', ...after, rev: item.rev + 1 }, changed };
}

function reportUnexpected({ log }: BillingDeps, { workspaceId, look: { subscription } }: Scene): void {
  if (!subscription) return;
  const { status, items } = subscription;
  const count = items.data.length;
  if (count !== 1) log('billing.unexpected', { workspaceId, what: 'items', count });
  if (knownStatus(status) === 'unknown') log('billing.unexpected', { workspaceId, what: 'status', status });
}

const minute = 60_000;
const dayMs = 24 * 60 * minute;

type Kept = Pick<
  SubscriptionItem,
  'customerId' | 'generation' | 'pendingCheckout' | 'dueAt' | 'askUntil' | 'askedAt' | 'secondTrial'
>;

/** Schedules another sync, because an account that was connected when the trial was first seen has no mark yet. */
const syncAgain = (mark: TrialMark | undefined, status: string, now: Date): Pick<SubscriptionItem, 'dueAt'> =>
  mark?.isFirst === true && status === 'trialing' ? { dueAt: new Date(now.getTime() + minute).toISOString() } : {};

/** Removes the pending checkout when it led to a subscription or has expired. */
function keptFields(before: WithCustomer, { status, subscriptionId }: Projection, now: Date): Kept {
  const { customerId, generation, pendingCheckout, askUntil, askedAt, secondTrial } = before;
  const isSettled = isLive(knownStatus(status)) || isOverBy(pendingCheckout?.expiresAt, now);
  const pending = isSettled ? undefined : pendingCheckout;
  return {
    customerId,
    generation,
    ...(pending && { pendingCheckout: pending }),
    ...(!isOverBy(askUntil, now) && { askUntil }),
    askedAt,
    ...(secondTrial?.subscriptionId === subscriptionId && { secondTrial }),
    ...dueOf(pending, status, now),
  };
}

const isOverBy = (end: string | undefined, now: Date): boolean => Date.parse(end ?? '') <= now.getTime();

/** The next sync is a day after the last one, or when a checkout page has expired. */
export function dueOf(
  pending: SubscriptionItem['pendingCheckout'],
  status: string,
  now: Date,
): Pick<SubscriptionItem, 'dueAt'> {
  const times = [
    ...(isOver(knownStatus(status)) ? [] : [now.getTime() + dayMs]),
    ...(pending ? [Date.parse(pending.expiresAt) + minute] : []),
  ];
  return times.length === 0 ? {} : { dueAt: new Date(Math.min(...times)).toISOString() };
}
