import { noSubscription } from '#functions/data/items/subscription-item.ts';
import type { PortalInput } from '#functions/providers/stripe-billing.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import { Refusal } from '#shared/refusals.ts';
import { isLive } from '#shared/rules/billing/billing.ts';
import { knownStatus } from '#shared/rules/billing/plans.ts';

import type { BillingDeps } from './billing-deps.ts';
import { forgetCustomer } from './ensure-customer.ts';
import { localeFor, subscriptionPage } from './page-address.ts';
import { retryWithoutRejectedFields, remedyFor } from './remedies.ts';

type Deps = Pick<BillingDeps, 'stripe' | 'catalogue' | 'subscriptions' | 'log' | 'now'> & { appUrl: string };
type PortalRequest = { workspaceId: number; locale: string | undefined };
export type PortalFlow = 'home' | 'changePlan' | 'changeCard';

/**
 * Time after opening during which reads ask Stripe: the portal's pages change the subscription, and the webhook may be
 * late.
 */
const portalMs = 60 * 60_000;

/**
 * Opens a page of Stripe's portal, or its home page if Stripe rejects the flow. Throws `noCustomer` and `notRunning`.
 */
export async function openPortal(
  deps: Deps,
  { workspaceId, locale }: PortalRequest,
  flow: PortalFlow,
): Promise<{ url: string }> {
  const item = (await deps.subscriptions.find(workspaceId)) ?? noSubscription;
  const { customerId, subscriptionId } = item;
  if (customerId === undefined) throw new Refusal('subscription.noCustomer');
  if (flow === 'changePlan' && !isLive(knownStatus(item.status))) throw new Refusal('subscription.notRunning');
  const back = subscriptionPage(deps.appUrl, workspaceId);
  const home: PortalInput = {
    customer: customerId,
    configuration: await deps.catalogue.portalConfiguration(),
    locale: localeFor(locale),
    return_url: back,
  };
  try {
    const input: PortalInput = { ...home, ...flowOf(flow, subscriptionId, back) };
    const url = await retryWithoutRejectedFields(deps.log, 'portal', input, (accepted) => portalPage(deps, accepted));
    await deps.subscriptions.askUntil(workspaceId, new Date(deps.now().getTime() + portalMs));
    return { url };
  } catch (error) {
    if (!(error instanceof StripeFailure) || remedyFor('portal', error)?.remedy !== 'noCustomer') throw error;
    // The customer was deleted at Stripe with all subscriptions. The portal of a new one would be empty.
    await forgetCustomer(deps, workspaceId, customerId);
    throw new Refusal('subscription.noCustomer', { cause: error });
  }
}

/** Looks up the configuration again if Stripe rejects it, because it may have been replaced. */
async function portalPage({ stripe, catalogue }: Deps, input: PortalInput): Promise<string> {
  try {
    return await stripe.openPortal(input);
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.details.param !== 'configuration') throw error;
    catalogue.forget();
    const configuration = await catalogue.portalConfiguration().catch(() => undefined);
    if (configuration === undefined || configuration === input.configuration) throw error;
    return stripe.openPortal({ ...input, configuration });
  }
}

function flowOf(
  flow: PortalFlow,
  subscription: string | undefined,
  back: string,
): Pick<PortalInput, 'flow_data'> | undefined {
  const after = { after_completion: { type: 'redirect' as const, redirect: { return_url: back } } };
  if (flow === 'changeCard') return { flow_data: { type: 'payment_method_update', ...after } };
  if (flow === 'home' || subscription === undefined) return undefined;
  return { flow_data: { type: 'subscription_update', subscription_update: { subscription }, ...after } };
}
