import { isDeepStrictEqual } from 'node:util';

import type Stripe from 'stripe';

type Configuration = Stripe.BillingPortal.Configuration;
type SoldProduct = { product: string; prices: string[] };

export const portalSettings = (appUrl: string, sold: SoldProduct) => ({
  business_profile: { privacy_policy_url: `${appUrl}/privacy`, terms_of_service_url: `${appUrl}/terms` },
  features: {
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price' as const],
      products: [{ ...sold, prices: sold.prices.toSorted() }],
      proration_behavior: 'create_prorations' as const,
      // Changing the plan must not end a trial.
      trial_update_behavior: 'continue_trial' as const,
    },
    subscription_cancel: { enabled: true, mode: 'at_period_end' as const, proration_behavior: 'none' as const },
    subscription_pause: { enabled: false },
    payment_method_update: { enabled: true },
    invoice_history: { enabled: true },
  },
});

type Settings = ReturnType<typeof portalSettings>;

export function hasSettings({ business_profile: profile, features }: Configuration, wanted: Settings): boolean {
  const { subscription_update: update, subscription_cancel: cancel } = features;
  const current = {
    business_profile: {
      privacy_policy_url: profile.privacy_policy_url,
      terms_of_service_url: profile.terms_of_service_url,
    },
    features: {
      subscription_update: {
        enabled: update.enabled,
        default_allowed_updates: update.default_allowed_updates,
        // Stripe returns the prices in varying order.
        products: (update.products ?? []).map(({ product, prices }) => ({ product, prices: prices.toSorted() })),
        proration_behavior: update.proration_behavior,
        trial_update_behavior: update.trial_update_behavior,
      },
      subscription_cancel: {
        enabled: cancel.enabled,
        mode: cancel.mode,
        proration_behavior: cancel.proration_behavior,
      },
      subscription_pause: { enabled: features.subscription_pause.enabled },
      payment_method_update: { enabled: features.payment_method_update.enabled },
      invoice_history: { enabled: features.invoice_history.enabled },
    },
  };
  return isDeepStrictEqual(current, wanted);
}
