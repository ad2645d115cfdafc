import type Stripe from 'stripe';

import type { Coupon, Discount, Price, StripeProduct, Promotion } from '../entities.ts';
import type { Wire } from '../events/wire.ts';

export function showProduct(one: StripeProduct): Wire<Stripe.Product> {
  return {
    id: one.id,
    object: 'product',
    active: one.active,
    created: one.created,
    default_price: null,
    description: one.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: one.metadata,
    name: one.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: one.created,
    url: null,
  };
}

export function showPrice(one: Price): Wire<Stripe.Price> {
  return {
    id: one.id,
    object: 'price',
    active: one.active,
    billing_scheme: 'per_unit',
    created: one.created,
    currency: one.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: one.lookupKey ?? null,
    metadata: one.metadata,
    nickname: one.nickname ?? null,
    product: one.product,
    recurring: one.recurring
      ? {
          interval: one.recurring.interval,
          interval_count: one.recurring.count,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: one.recurring ? 'recurring' : 'one_time',
    unit_amount: one.amount,
    unit_amount_decimal: String(one.amount),
  };
}

/** The older form of a recurring price, still part of subscription items. */
export function showPlan(one: Price): Wire<Stripe.Plan> {
  return {
    id: one.id,
    object: 'plan',
    active: one.active,
    amount: one.amount,
    amount_decimal: String(one.amount),
    billing_scheme: 'per_unit',
    created: one.created,
    currency: one.currency,
    interval: one.recurring?.interval ?? 'month',
    interval_count: one.recurring?.count ?? 1,
    livemode: false,
    metadata: one.metadata,
    meter: null,
    nickname: one.nickname ?? null,
    product: one.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function showCoupon(one: Coupon): Wire<Stripe.Coupon> {
  return {
    id: one.id,
    object: 'coupon',
    amount_off: one.amountOff ?? null,
    created: one.created,
    currency: one.currency ?? null,
    duration: one.duration,
    duration_in_months: one.months ?? null,
    livemode: false,
    max_redemptions: null,
    metadata: one.metadata,
    name: one.name ?? null,
    percent_off: one.percentOff ?? null,
    redeem_by: null,
    times_redeemed: one.redeemed,
    valid: true,
  };
}

export function showPromotion(one: Promotion): Wire<Stripe.PromotionCode> {
  return {
    id: one.id,
    object: 'promotion_code',
    active: one.active,
    code: one.code,
    created: one.created,
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    promotion: { coupon: one.coupon, type: 'coupon' },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
}

export function showDiscount(one: Discount): Wire<Stripe.Discount> {
  return {
    id: one.id,
    object: 'discount',
    checkout_session: one.checkout ?? null,
    customer: one.customer ?? null,
    customer_account: null,
    end: one.end ?? null,
    invoice: null,
    invoice_item: null,
    promotion_code: one.promotion ?? null,
    source: { coupon: one.coupon, type: 'coupon' },
    start: one.start,
    subscription: one.subscription ?? null,
    subscription_item: null,
  };
}
