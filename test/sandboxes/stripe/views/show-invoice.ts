import type Stripe from 'stripe';

import type { Invoice } from '../entities.ts';
import { listOf, type Wire } from '../events/wire.ts';
import type { StripeStore } from '../store.ts';

/** In minor units. */
export function sumsOf(one: Pick<Invoice, 'lines' | 'off'>): { subtotal: number; off: number; total: number } {
  const subtotal = one.lines.reduce((sum, line) => sum + line.amount, 0);
  const off = one.off.reduce((sum, part) => sum + part.amount, 0);
  return { subtotal, off, total: Math.max(0, subtotal - off) };
}

export function showInvoice(store: StripeStore, one: Invoice): Wire<Stripe.Invoice> {
  const { subtotal, total } = sumsOf(one);
  const customer = store.customers.need(one.customer);
  const metadata = store.subscriptions.get(one.subscription)?.metadata ?? {};
  return {
    id: one.id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: one.amountPaid,
    amount_remaining: one.status === 'void' ? 0 : total - one.amountPaid,
    amount_shipping: 0,
    application: null,
    attempt_count: one.attempts,
    attempted: one.attempts > 0,
    auto_advance: one.status === 'open' || one.status === 'draft',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: one.finalizesAt ?? null,
    billing_reason: one.reason,
    collection_method: 'charge_automatically',
    created: one.created,
    currency: one.currency,
    custom_fields: null,
    customer: one.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email ?? null,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: one.off.map((part) => part.discount),
    due_date: null,
    effective_at: one.finalizedAt ?? null,
    ending_balance: one.finalizedAt === undefined ? null : 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${one.id}/lines`, showLines(store, one)),
    livemode: false,
    metadata: {},
    next_payment_attempt: one.nextAttempt ?? one.finalizesAt ?? null,
    number: one.number ?? null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription: one.subscription },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: one.periodEnd,
    period_start: one.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: one.status,
    status_transitions: {
      finalized_at: one.finalizedAt ?? null,
      marked_uncollectible_at: null,
      paid_at: one.paidAt ?? null,
      voided_at: one.voidedAt ?? null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: store.customers.get(one.customer)?.testClock ?? null,
    total,
    total_discount_amounts: one.off.map(({ amount, discount }) => ({ amount, discount })),
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: one.created,
  };
}

function showLines(store: StripeStore, one: Invoice): Wire<Stripe.InvoiceLineItem>[] {
  return one.lines.map((line) => ({
    id: line.id,
    object: 'line_item' as const,
    amount: line.amount,
    currency: one.currency,
    description: line.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: one.id,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: { credited_items: null },
        subscription: one.subscription,
        subscription_item: line.item,
      },
      type: 'subscription_item_details' as const,
    },
    period: { end: line.end, start: line.start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price, product: store.prices.need(line.price).product },
      type: 'price_details' as const,
      unit_amount_decimal: String(line.quantity === 0 ? 0 : line.amount / line.quantity),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: one.subscription,
    subtotal: line.amount,
    taxes: [],
  }));
}
