import type Stripe from 'stripe';

import type { SandboxSubscription } from '../entities.ts';
import { listOf, type Wire } from '../events/wire.ts';
import type { StripeStore } from '../store.ts';
import { showPlan, showPrice } from './show-catalog.ts';

export function showSubscription(store: StripeStore, one: SandboxSubscription): Wire<Stripe.Subscription> {
  return {
    id: one.id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: one.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: {
      type: one.billingMode,
      flexible: one.billingMode === 'flexible' ? { proration_discounts: 'included' } : null,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: one.cancelAt ?? null,
    cancel_at_period_end: one.cancelAtPeriodEnd,
    canceled_at: one.canceledAt ?? null,
    cancellation_details: {
      comment: one.cancelComment ?? null,
      feedback: null,
      feedback_option: null,
      reason: one.cancelReason ?? null,
    },
    collection_method: 'charge_automatically',
    created: one.created,
    currency: one.currency,
    customer: one.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: one.card ?? null,
    default_source: null,
    default_tax_rates: [],
    description: one.description ?? null,
    discounts: one.discounts,
    ended_at: one.endedAt ?? null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(`/v1/subscription_items?subscription=${one.id}`, showItems(store, one)),
    latest_invoice: one.latestInvoice ?? null,
    livemode: false,
    managed_payments: null,
    metadata: one.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: one.created,
    status: one.status,
    test_clock: store.customers.get(one.customer)?.testClock ?? null,
    transfer_data: null,
    trial_end: one.trialEnd ?? null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: one.missingPaymentMethod },
    },
    trial_start: one.trialStart ?? null,
  };
}

function showItems(store: StripeStore, one: SandboxSubscription): Wire<Stripe.SubscriptionItem>[] {
  return one.items.map((item) => {
    const price = store.prices.need(item.price);
    return {
      id: item.id,
      object: 'subscription_item' as const,
      billing_thresholds: null,
      created: item.created,
      current_period_end: one.periodEnd,
      current_period_start: one.periodStart,
      current_trial: null,
      discounts: [],
      metadata: {},
      plan: showPlan(price),
      price: showPrice(price),
      quantity: item.quantity,
      subscription: one.id,
      tax_rates: [],
    };
  });
}
