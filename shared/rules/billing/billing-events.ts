/** Each event only triggers a sync; its content is not stored. https://docs.stripe.com/api/events/types */
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

/** Must match the version that the Stripe library pins. */
export const billingApiVersion = '2026-10-28.endive';

/** The path on the webhook host. */
export const billingEventsPath = '/prod/stripe/events';
