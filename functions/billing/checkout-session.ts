import type { PendingCheckout } from '#functions/data/items/subscription-item.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { CheckoutInput, StripeBilling } from '#functions/providers/stripe-billing.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';
import { trialDays } from '#shared/rules/billing/trial.ts';

import type { BillingDeps } from './billing-deps.ts';
import { withFreshKeys } from './fresh-keys.ts';
import { subscriptionPage, type StripeLocale } from './page-address.ts';
import { retryWithoutRejectedFields } from './remedies.ts';

export type CheckoutTerms = {
  customer: string;
  generation: number;
  workspaceId: number;
  userId: string;
  planType: PaidPlan;
  price: string;
  trial: boolean;
  locale: StripeLocale;
  appUrl: string;
  /** Separates the idempotency keys of stages that share a Stripe account. */
  place: string;
};

const minute = 60_000;
/** Stripe allows 30 minutes to 24 hours. Because expiry times are rounded, two clicks get the same page. */
const shortestLife = 31 * minute;
const step = 10 * minute;

const endOf = (now: Date): Date => new Date((Math.floor(now.getTime() / step) + 1) * step + shortestLife);

type Checkouts = Pick<StripeBilling, 'createCheckout' | 'checkout'>;

/**
 * Reads the page again after creating it, because Stripe returns the original state for a repeated key. Returns `over`
 * if the page is closed.
 */
export async function newCheckout(
  deps: { stripe: Checkouts } & Pick<BillingDeps, 'subscriptions' | 'log'>,
  terms: CheckoutTerms,
  now: Date,
): Promise<(PendingCheckout & { url: string }) | 'over'> {
  const ends = endOf(now);
  const { stripe, log } = deps;
  const create = (input: CheckoutInput) =>
    stripe.createCheckout(input, `checkout:${terms.place}:${terms.generation}:${hashOf(JSON.stringify(input))}`);
  const { id } = await withFreshKeys(deps, terms.workspaceId, () =>
    retryWithoutRejectedFields(log, 'checkout', inputOf(terms, ends), create),
  );
  const session = await stripe.checkout(id);
  if (session?.status !== 'open' || typeof session.url !== 'string') return 'over';
  const { price: priceId, trial, locale } = terms;
  return {
    sessionId: id,
    expiresAt: new Date(session.expires_at * 1000).toISOString(),
    priceId,
    trial,
    locale,
    url: session.url,
  };
}

export async function stillOpen(
  stripe: Checkouts,
  pending: PendingCheckout,
  { price, trial, locale }: CheckoutTerms,
  now: Date,
): Promise<string | undefined> {
  const isTheSame = pending.priceId === price && pending.trial === trial && pending.locale === locale;
  if (!isTheSame || Date.parse(pending.expiresAt) - now.getTime() < minute) return undefined;
  const session = await stripe.checkout(pending.sessionId);
  return session?.status === 'open' ? (session.url ?? undefined) : undefined;
}

function inputOf(terms: CheckoutTerms, ends: Date): CheckoutInput {
  const { workspaceId, userId, planType, trial, appUrl } = terms;
  const metadata = { workspaceId: String(workspaceId), userId, planType };
  return {
    mode: 'subscription',
    customer: terms.customer,
    client_reference_id: String(workspaceId),
    line_items: [{ price: terms.price, quantity: 1 }],
    success_url: subscriptionPage(appUrl, workspaceId, 'success'),
    cancel_url: subscriptionPage(appUrl, workspaceId, 'canceled'),
    locale: terms.locale,
    expires_at: Math.floor(ends.getTime() / 1000),
    allow_promotion_codes: true,
    metadata,
    // The default is `always`: without a trial a card is needed, whatever the discount of a coupon.
    ...(trial && { payment_method_collection: 'if_required' as const }),
    subscription_data: {
      metadata,
      billing_mode: { type: 'flexible' },
      ...(trial && {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }),
    },
  };
}
