import { isDeepStrictEqual } from 'node:util';

import { noSubscription, type Projection, type SubscriptionItem } from '#functions/data/subscription-item.ts';
import { Refusal } from '#shared/refusals.ts';
import { isLive, isOver } from '#shared/rules/billing.ts';
import { knownStatus } from '#shared/rules/plans.ts';

import type { BillingDeps } from './billing-deps.ts';
import { hasCustomer, lookAtStripe, previewOf, type Look, type WithCustomer } from './look-at-stripe.ts';
import { projectSubscription } from './project-subscription.ts';
import { setRight } from './set-right.ts';
import { trialOf } from './trial-mark.ts';

export type Synced = { item: SubscriptionItem; changed: boolean };

type Options = {
  /** A subscription that an event or a page spoke of. */
  named?: string | undefined;
  /** Nothing is written after this (ms since 1970). */
  until?: number;
};

const mostAttempts = 5;
const mostMends = 3;

/**
 * Looks at Stripe and stores what is so. The revision is read before Stripe is asked, and the write asks for it again:
 * whatever is accepted was therefore seen after everything accepted before it, in whatever order news arrives.
 * Throws `StripeFailure` when Stripe cannot say, and `server.busy` when others were faster five times.
 */
export async function syncWorkspaceSubscription(
  deps: BillingDeps,
  workspaceId: number,
  options: Options = {},
): Promise<Synced> {
  let mends = 0;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const before = await deps.subscriptions.find(workspaceId);
    if (!hasCustomer(before)) return { item: before ?? noSubscription, changed: false };
    const look = await lookAtStripe(deps, { ...before, subscriptionId: before.subscriptionId }, options.named);
    if (mends < mostMends && (await mend(deps, workspaceId, before, look))) {
      mends += 1;
      attempt -= 1;
      continue;
    }
    const synced = await store(deps, workspaceId, before, look, options);
    if (synced) return synced;
    if (attempt < mostAttempts) await deps.pause(20 * 2 ** attempt * (0.5 + Math.random()));
  }
  throw new Refusal('server.busy', { retryAfterSeconds: 2 });
}

/** True when something was changed at Stripe: then it has to be looked at again. */
async function mend(deps: BillingDeps, workspaceId: number, before: WithCustomer, look: Look): Promise<boolean> {
  if (await setRight(deps, workspaceId, before, look)) return true;
  const { subscription } = look;
  if (subscription?.status !== 'trialing') return false;
  if (trialOf(await ownerOf(deps, workspaceId), subscription, deps.now()) !== 'second') return false;
  deps.log('billing.secondTrial', { workspaceId, subscriptionId: subscription.id });
  const { hasPaymentMethodAttached } = projected(deps, before, { ...look, preview: undefined }, undefined);
  if (hasPaymentMethodAttached) await deps.stripe.endTrialNow(subscription.id, `trial:${subscription.id}`);
  else await deps.stripe.cancel(subscription.id);
  return true;
}

type Owner = Exclude<Parameters<typeof trialOf>[0], undefined>;

async function ownerOf(deps: BillingDeps, workspaceId: number): Promise<Owner | undefined> {
  const workspace = await deps.workspaces.find(workspaceId);
  const user = workspace && (await deps.users.find(workspace.userId));
  return user && { user, workspace };
}

function projected(
  { now }: Pick<BillingDeps, 'now'>,
  before: SubscriptionItem,
  seen: Parameters<typeof projectSubscription>[0],
  prices: Parameters<typeof projectSubscription>[1]['prices'],
): Projection {
  return projectSubscription(seen, { prices, before, now: now() });
}

/** Undefined when somebody wrote meanwhile. */
async function store(
  deps: BillingDeps,
  workspaceId: number,
  before: WithCustomer,
  look: Look,
  { until }: Options,
): Promise<Synced | undefined> {
  const { subscription } = look;
  const preview = await previewOf(deps, subscription, before.customerId);
  const prices = subscription ? await deps.catalogue.prices().catch(() => undefined) : undefined;
  const now = deps.now();
  const projection = projected(deps, before, { ...look, preview }, prices);
  if (subscription && subscription.items.data.length !== 1) {
    deps.log('billing.unexpected', { workspaceId, what: 'items', count: subscription.items.data.length });
  }
  if (knownStatus(projection.status) === 'unknown') {
    deps.log('billing.unexpected', { workspaceId, what: 'status', status: projection.status });
  }
  const hadTrial = typeof subscription?.trial_start === 'number';
  const trial = hadTrial ? trialOf(await ownerOf(deps, workspaceId), subscription, now) : undefined;
  const after = { ...kept(before, projection, now), ...projection, syncedAt: now.toISOString() };
  const old = projectionOf(before);
  const changed = !isDeepStrictEqual(defined(old), defined(projection));
  if (until !== undefined && now.getTime() > until) throw new Refusal('server.busy');
  const change = { workspaceId, before: old, after: projection, now };
  const saved = await deps.subscriptions.save({
    workspaceId,
    before,
    after,
    trial: typeof trial === 'object' ? trial.mark : undefined,
    also: changed ? deps.hooks.flatMap((hook) => hook.writes(change)) : [],
  });
  if (saved !== 'saved') return undefined;
  if (changed) deps.log('billing.synced', { workspaceId, status: projection.status, was: before.status });
  return { item: { type: 'subscription', ...after, rev: before.rev + 1 }, changed };
}

const minute = 60_000;
const dayMs = 24 * 60 * minute;

type Kept = Pick<SubscriptionItem, 'customerId' | 'generation' | 'pendingCheckout' | 'dueAt'>;

/** What is ours in the item. The marker of a checkout goes when it led to something, or when nobody can use it any more. */
function kept({ customerId, generation, pendingCheckout }: WithCustomer, { status }: Projection, now: Date): Kept {
  const isSettled = isLive(knownStatus(status)) || Date.parse(pendingCheckout?.expiresAt ?? '') <= now.getTime();
  const pending = isSettled ? undefined : pendingCheckout;
  return { customerId, generation, ...(pending && { pendingCheckout: pending }), ...dueOf(pending, status, now) };
}

/** A day after the last look, or when a checkout page has run out: then no news is news. */
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

function projectionOf(item: SubscriptionItem): Projection {
  const { type: _type, rev: _rev, generation: _generation, ...rest } = item;
  const { customerId: _customer, pendingCheckout: _pending, syncedAt: _synced, dueAt: _due, ...projection } = rest;
  return projection;
}

/** Without fields that are there and undefined, as the table gives them back. */
const defined = (value: Projection): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
