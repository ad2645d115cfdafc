import type Stripe from 'stripe';

import type { Checkout } from '../entities.ts';
import { listOf, type Wire } from '../events/wire.ts';
import type { StripeStore } from '../store.ts';
import { offBy } from '../subscriptions/discounts.ts';
import { showPrice } from './show-catalog.ts';

/** In minor units. */
export function totalsOf(store: StripeStore, one: Checkout) {
  const each = one.items.reduce((sum, item) => sum + store.prices.need(item.price).amount * item.quantity, 0);
  const off = one.off ? offBy(store.coupons.need(one.off.coupon), each) : 0;
  const trial = one.trialDays !== undefined || one.trialEnd !== undefined;
  return { each, off, eachAfterOff: each - off, today: trial ? 0 : each - off, trial };
}

export function showCheckout(store: StripeStore, one: Checkout): Wire<Stripe.Checkout.Session> {
  const sums = totalsOf(store, one);
  const customer = store.customers.get(one.customer);
  const first = store.prices.get(one.items[0]?.price);
  return {
    id: one.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: one.allowCodes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: sums.trial ? 0 : sums.each,
    amount_total: sums.today,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: one.cancelUrl ?? null,
    client_reference_id: one.clientReference ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: one.created,
    currency: first?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: one.customer ?? null,
    customer_account: null,
    customer_creation: one.customer === undefined ? 'always' : null,
    customer_details: {
      address: null,
      business_name: null,
      email: customer?.email ?? one.email ?? null,
      individual_name: null,
      name: customer?.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: null,
    },
    customer_email: one.email ?? null,
    discounts: one.off
      ? [{ coupon: one.off.promotion === undefined ? one.off.coupon : null, promotion_code: one.off.promotion ?? null }]
      : [],
    expires_at: one.expiresAt,
    integration_identifier: null,
    invoice: one.invoice ?? null,
    invoice_creation: null,
    livemode: false,
    locale: one.locale === undefined ? null : localeOf(one.locale),
    managed_payments: null,
    metadata: one.metadata,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: one.collection,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: one.paymentStatus,
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: one.status,
    submit_type: null,
    subscription: one.subscription ?? null,
    success_url: one.successUrl,
    total_details: { amount_discount: sums.trial ? 0 : sums.off, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: one.status === 'open' ? one.url : null,
    wallet_options: null,
  };
}

const localeOf = (locale: string): Stripe.Checkout.Session.Locale => locale;

export function showLineItems(
  store: StripeStore,
  one: Checkout,
): { object: 'list'; data: Wire<Stripe.LineItem>[]; has_more: boolean; url: string } {
  const data = one.items.map((item): Wire<Stripe.LineItem> => {
    const price = store.prices.need(item.price);
    const { trial } = totalsOf(store, one);
    const amount = price.amount * item.quantity;
    const off = one.off ? offBy(store.coupons.need(one.off.coupon), amount) : 0;
    return {
      id: item.id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: trial ? 0 : off,
      amount_subtotal: trial ? 0 : amount,
      amount_tax: 0,
      amount_total: trial ? 0 : amount - off,
      currency: price.currency,
      description: store.products.need(price.product).name,
      metadata: {},
      price: showPrice(price),
      quantity: item.quantity,
    };
  });
  return listOf(`/v1/checkout/sessions/${one.id}/line_items`, data);
}
