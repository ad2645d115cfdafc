import type { Config } from '#functions/platform/config.ts';
import type { StripeBilling } from '#functions/providers/stripe-billing.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import { paidPlanTypes, type PaidPlan } from '#shared/rules/billing/plans.ts';

export type Catalogue = {
  prices: () => Promise<Readonly<Record<PaidPlan, string>>>;
  portalConfiguration: () => Promise<string>;
  /** Clears the cache, after Stripe rejected an id. */
  forget: () => void;
};

type Deps = {
  config: Pick<Config, 'STRIPE_PRICE_MONTHLY' | 'STRIPE_PRICE_ANNUAL' | 'STRIPE_PORTAL_CONFIGURATION'>;
  stripe: Pick<StripeBilling, 'pricesByKey' | 'portalConfiguration'>;
  now: () => Date;
};

const lifeMs = 5 * 60_000;

/** Looks up ids that are not configured at Stripe, by their keys, and caches them for five minutes. */
export function createCatalogue({ config, stripe, now }: Deps): Catalogue {
  const findPrices = cacheValue(now, async () => {
    const found = await stripe.pricesByKey(paidPlanTypes);
    return { pro_monthly: found.get('pro_monthly'), pro_annual: found.get('pro_annual') };
  });
  const findConfiguration = cacheValue(now, stripe.portalConfiguration);
  return {
    async prices() {
      const { STRIPE_PRICE_MONTHLY: monthly, STRIPE_PRICE_ANNUAL: annual } = config;
      if (monthly !== undefined && annual !== undefined) return { pro_monthly: monthly, pro_annual: annual };
      const found = await findPrices.value();
      return {
        pro_monthly: requireId(monthly ?? found.pro_monthly, 'pro_monthly'),
        pro_annual: requireId(annual ?? found.pro_annual, 'pro_annual'),
      };
    },
    portalConfiguration: async () =>
      requireId(config.STRIPE_PORTAL_CONFIGURATION ?? (await findConfiguration.value()), 'portal_configuration'),
    forget() {
      findPrices.forget();
      findConfiguration.forget();
    },
  };
}

function requireId(id: string | undefined, what: string): string {
  if (id === undefined) throw new StripeFailure('notConfigured', { param: what });
  return id;
}

function cacheValue<Value>(now: () => Date, fetch: () => Promise<Value>) {
  let known: { value: Value; until: number } | undefined;
  return {
    async value(): Promise<Value> {
      if (known && now().getTime() < known.until) return known.value;
      const value = await fetch();
      if (isComplete(value)) known = { value, until: now().getTime() + lifeMs };
      return value;
    },
    forget: () => void (known = undefined),
  };
}

const isComplete = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'object' || value === null || !Object.values(value).includes(undefined));
