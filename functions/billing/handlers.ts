import type { Handlers } from '#functions/platform/http/serve.ts';
import type { billingContract } from '#shared/contracts/billing.ts';

import type { BillingDeps } from './billing-deps.ts';
import { createCheckout, type CheckoutDeps } from './create-checkout.ts';
import { openPortal, type PortalFlow } from './open-portal.ts';
import { readSubscription } from './read-subscription.ts';
import { withStripe } from './with-stripe.ts';

/** Short timeouts (`brief`) are for reads that can do without Stripe. */
type Deps = CheckoutDeps & { brief: BillingDeps; maxMs: number };

export function billingHandlers(deps: Deps): Handlers<typeof billingContract> {
  const portal =
    (flow: PortalFlow) => (call: { params: { workspaceId: number }; body: { locale?: string | undefined } }) =>
      withStripe(deps, () => openPortal(deps, { ...call.params, locale: call.body.locale }, flow));
  return {
    readSubscription: ({ params }) => readSubscription(deps.brief, params.workspaceId),
    createPortalSession: portal('home'),
    createPlanUpdateSession: portal('changePlan'),
    createPaymentMethodUpdateSession: portal('changeCard'),
    createCheckoutSession: ({ params, body: { priceId, locale } }) =>
      withStripe(deps, () => createCheckout(deps, { ...params, priceId, locale })),
  };
}
