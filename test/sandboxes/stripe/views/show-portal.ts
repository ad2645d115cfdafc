import type Stripe from 'stripe';

import type { Configuration, Portal, StripePortalFlow } from '../entities.ts';
import type { Wire } from '../events/wire.ts';

type Flow = Wire<Stripe.BillingPortal.Session.Flow>;

export function showPortal(one: Portal): Wire<Stripe.BillingPortal.Session> {
  return {
    id: one.id,
    object: 'billing_portal.session',
    configuration: one.configuration,
    created: one.created,
    customer: one.customer,
    customer_account: null,
    flow: one.flow ? showFlow(one.flow) : null,
    livemode: false,
    locale: one.locale === undefined ? null : localeOf(one.locale),
    on_behalf_of: null,
    return_url: one.returnUrl ?? null,
    url: one.url,
  };
}

const localeOf = (locale: string): Stripe.BillingPortal.Session.Locale => locale;

function showFlow(flow: StripePortalFlow): Flow {
  const subscription = flow.subscription ?? '';
  const { after, item } = flow;
  return {
    after_completion: {
      hosted_confirmation: after.type === 'hosted_confirmation' ? { custom_message: after.message ?? null } : null,
      redirect: after.type === 'redirect' ? { return_url: after.returnUrl ?? '' } : null,
      type: after.type,
    },
    customer_update: null,
    subscription_cancel: flow.type === 'subscription_cancel' ? { retention: null, subscription } : null,
    subscription_pause: null,
    subscription_update: flow.type === 'subscription_update' ? { subscription } : null,
    subscription_update_confirm:
      flow.type === 'subscription_update_confirm'
        ? {
            discounts: null,
            items: item
              ? [{ id: item.id, price: item.price ?? null, ...(item.quantity && { quantity: item.quantity }) }]
              : [],
            subscription,
          }
        : null,
    type: flow.type,
  };
}

type Features = Wire<Stripe.BillingPortal.Configuration.Features>;

export function showConfiguration(one: Configuration): Wire<Stripe.BillingPortal.Configuration> {
  return {
    id: one.id,
    object: 'billing_portal.configuration',
    active: one.active,
    application: null,
    business_profile: {
      headline: one.headline ?? null,
      privacy_policy_url: one.privacyUrl ?? null,
      terms_of_service_url: one.termsUrl ?? null,
    },
    created: one.created,
    default_return_url: one.returnUrl ?? null,
    features: showFeatures(one),
    is_default: one.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: one.metadata,
    name: one.name ?? null,
    updated: one.updated,
  };
}

function showFeatures(one: Configuration): Features {
  return {
    customer_update: { allowed_updates: one.customerUpdate.allowed, enabled: one.customerUpdate.enabled },
    invoice_history: { enabled: one.invoiceHistory },
    payment_method_update: { enabled: one.cardUpdate, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: one.cancel.asksReason, feedback_options: [], options: one.cancel.reasons },
      enabled: one.cancel.enabled,
      mode: one.cancel.mode,
      proration_behavior: one.cancel.prorations,
    },
    subscription_pause: { duration: { type: 'interval_options', interval_options: [] }, enabled: one.pause },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: one.planUpdate.allowed,
      enabled: one.planUpdate.enabled,
      products: one.planUpdate.products.map(({ product, prices }) => ({
        adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
        prices,
        product,
      })),
      proration_behavior: one.planUpdate.prorations,
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: one.planUpdate.trial,
    },
  };
}
