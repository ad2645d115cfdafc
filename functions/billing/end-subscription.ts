import type { StripeSubscription } from '#functions/providers/stripe-objects.ts';

import type { BillingDeps } from './billing-deps.ts';
import { invoiceOf } from './project-subscription.ts';

/** Cancels the subscription and voids its open invoice, which could otherwise still be paid. */
export async function endSubscription(
  { stripe, log }: Pick<BillingDeps, 'stripe' | 'log'>,
  workspaceId: number,
  subscriptionId: string,
  reason: 'newCheckout' | 'deactivated',
): Promise<void> {
  const subscription: StripeSubscription | undefined = await stripe.subscription(subscriptionId);
  if (!subscription) return;
  await stripe.cancel(subscription.id);
  const invoice = invoiceOf(subscription);
  if (invoice?.id !== undefined && invoice.status === 'open') await stripe.voidInvoice(invoice.id);
  log('billing.ended', { workspaceId, subscriptionId, reason });
}
