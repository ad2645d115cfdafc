/** Each only asks to synchronise; no content is stored. https://docs.stripe.com/api/events/types */
export const billingEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
  'invoice.finalization_failed',
  'customer.updated',
  'customer.deleted',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
] as const;

/** As the library pins it. */
export const billingApiVersion = '2026-10-28.endive';

/** On the host of the webhooks. */
export const billingEventsPath = '/prod/stripe/events';
