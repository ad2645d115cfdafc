import type { Handlers } from '#functions/platform/http/serve.ts';
import type { billingContract } from '#shared/contracts/billing.ts';

import type { BillingDeps } from './billing-deps.ts';
import { createCheckout, type CheckoutDeps } from './create-checkout.ts';
import { openPortal, type PortalFlow } from './open-portal.ts';
import { readSubscription } from './read-subscription.ts';
import { withStripe } from './with-stripe.ts';

/**
 * `brief` is for looks on the way: a page waits for them, and does without. Nobody waits for any other call longer than
 * `mostMs`.
 */
type Deps = CheckoutDeps & { brief: BillingDeps; mostMs: number };

/** The calls of the subscription page. */
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
