import type Stripe from 'stripe';

import { isLive, type Card, type Customer } from '../entities.ts';
import type { Wire } from '../events/wire.ts';
import type { StripeStore } from '../store.ts';

export function showCustomer(store: StripeStore, one: Customer): Wire<Stripe.Customer | Stripe.DeletedCustomer> {
  if (one.deleted) return { id: one.id, object: 'customer', deleted: true };
  const owes = store.subscriptions.all().some((sub) => sub.customer === one.id && sub.status === 'past_due');
  const paysIn = store.subscriptions.all().find((sub) => sub.customer === one.id && isLive(sub))?.currency;
  return {
    id: one.id,
    object: 'customer',
    address: null,
    balance: 0,
    created: one.created,
    currency: paysIn ?? null,
    customer_account: null,
    default_source: null,
    delinquent: owes,
    description: one.description ?? null,
    discount: null,
    email: one.email ?? null,
    invoice_prefix: one.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: one.defaultCard ?? null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: one.metadata,
    name: one.name ?? null,
    next_invoice_sequence: one.nextInvoice,
    phone: one.phone ?? null,
    preferred_locales: one.locales,
    shipping: null,
    tax_exempt: 'none',
    test_clock: one.testClock ?? null,
  };
}

export function showCard(store: StripeStore, one: Card): Wire<Stripe.PaymentMethod> {
  const owner = store.customers.get(one.customer);
  return {
    id: one.id,
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: { city: null, country: 'US', line1: null, line2: null, postal_code: null, state: null },
      email: owner?.email ?? null,
      name: owner?.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: one.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: one.brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: `local${one.last4}`,
      funding: 'credit',
      generated_from: null,
      last4: one.last4,
      networks: { available: [one.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: one.created,
    customer: one.customer ?? null,
    customer_account: null,
    livemode: false,
    metadata: one.metadata,
    type: 'card',
  };
}
