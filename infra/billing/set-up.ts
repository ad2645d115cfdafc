import type Stripe from 'stripe';

import { productName } from '#shared/product.ts';
import { billingApiVersion, billingEvents, billingEventsPath } from '#shared/rules/billing/billing-events.ts';
import { paidPlans, paidPlanTypes, planCurrency, type PaidPlan } from '#shared/rules/billing/plans.ts';

import { portalSettings, hasSettings } from './portal-settings.ts';

export type PlanPrices = Readonly<Record<PaidPlan, { amount: number; interval: 'month' | 'year' }>>;

export type SetUpDeps = {
  stripe: Stripe;
  /** The origin of the app and of Stripe's webhook. */
  appUrl: string;
  prices?: PlanPrices;
  dryRun?: boolean;
};

export type SetUp = {
  /** One text per change. */
  done: string[];
  ids: Partial<Record<PaidPlan | 'portalConfiguration', string>>;
  /** Stripe shows it only once. */
  webhookSecret?: string | undefined;
};

type Work = SetUpDeps & { result: SetUp };

const productId = 'pro';

/**
 * Creates the product, prices, portal configuration and webhook endpoint if they are missing. A changed price takes
 * over the lookup key.
 */
export async function setUpBilling(deps: SetUpDeps): Promise<SetUp> {
  const work: Work = { ...deps, result: { done: [], ids: {} } };
  await product(work);
  await prices(work);
  await portal(work);
  await endpoint(work);
  return work.result;
}

async function doing<Made>(work: Work, what: string, make: () => Promise<Made>): Promise<Made | undefined> {
  work.result.done.push(what);
  return work.dryRun ? undefined : make();
}

async function product(work: Work): Promise<void> {
  const { stripe } = work;
  const [known] = (await stripe.products.list({ ids: [productId] })).data;
  if (known?.active) return;
  // An archived product keeps its id and cannot be bought.
  if (known) {
    await doing(work, `unarchive product ${productId}`, () => stripe.products.update(productId, { active: true }));
    return;
  }
  await doing(work, `create product ${productId}`, () =>
    stripe.products.create({ id: productId, name: `${productName} Pro` }),
  );
}

async function prices(work: Work): Promise<void> {
  const { stripe, prices: wanted = paidPlans, result } = work;
  const { data } = await stripe.prices.list({ lookup_keys: [...paidPlanTypes], limit: 10 });
  for (const plan of paidPlanTypes) {
    const { amount, interval } = wanted[plan];
    const known = data.find(({ lookup_key: key }) => key === plan);
    const isRight =
      known?.active &&
      known.unit_amount === amount &&
      known.currency === planCurrency &&
      known.recurring?.interval === interval &&
      known.recurring.interval_count === 1 &&
      known.product === productId;
    const made = isRight
      ? known
      : await doing(work, `create price ${plan}: ${amount} ${planCurrency} a ${interval}`, () =>
          stripe.prices.create({
            product: productId,
            currency: planCurrency,
            unit_amount: amount,
            recurring: { interval },
            lookup_key: plan,
            transfer_lookup_key: true,
          }),
        );
    if (made) result.ids[plan] = made.id;
  }
}

async function portal(work: Work): Promise<void> {
  const { stripe, appUrl, result } = work;
  const { pro_monthly: monthly, pro_annual: annual } = result.ids;
  const { data } = await stripe.billingPortal.configurations.list({
    active: true,
    limit: 100,
    expand: ['data.features.subscription_update.products'],
  });
  const known = data.find(({ metadata }) => metadata?.['product'] === productId);
  const sold = [monthly, annual].filter((id) => id !== undefined);
  const settings = portalSettings(appUrl, { product: productId, prices: sold });
  if (known) result.ids.portalConfiguration = known.id;
  // A dry run does not know the id of a new price.
  if (known && sold.length === 2 && hasSettings(known, settings)) return;
  const made = await doing(work, `${known ? 'change' : 'create'} portal configuration`, () =>
    known
      ? stripe.billingPortal.configurations.update(known.id, settings)
      : stripe.billingPortal.configurations.create({ ...settings, metadata: { product: productId } }),
  );
  if (made) result.ids.portalConfiguration = made.id;
}

async function endpoint(work: Work): Promise<void> {
  const { stripe, appUrl, result } = work;
  const url = `${appUrl}${billingEventsPath}`;
  const ours: Stripe.WebhookEndpoint[] = [];
  for await (const one of stripe.webhookEndpoints.list({ limit: 100 })) if (one.url === url) ours.push(one);
  const right = ours.find(({ api_version: version }) => version === billingApiVersion);
  const events = [...billingEvents];
  if (right) {
    const hasAllEvents = right.enabled_events.toSorted().join() === events.toSorted().join();
    if (hasAllEvents && right.status === 'enabled') return;
    await doing(work, 'change events or state of the webhook endpoint', () =>
      stripe.webhookEndpoints.update(right.id, { enabled_events: events, disabled: false }),
    );
    return;
  }
  const settings = { url, enabled_events: events, api_version: billingApiVersion, description: productName } as const;
  const made = await doing(work, `create webhook endpoint ${url}`, () =>
    stripe.webhookEndpoints.create({ ...settings, enabled_events: events }),
  );
  result.webhookSecret = made?.secret;
  for (const old of ours) {
    await doing(work, `remove webhook endpoint of version ${old.api_version ?? 'none'}`, () =>
      stripe.webhookEndpoints.del(old.id),
    );
  }
}
