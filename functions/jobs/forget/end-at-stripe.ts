import { statusOf } from '#functions/billing/choose-subscription.ts';
import { invoiceOf } from '#functions/billing/project-subscription.ts';
import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { openPageIds } from '#functions/data/items/subscription-item.ts';
import type { StripeBilling } from '#functions/providers/stripe-billing.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import { isOver } from '#shared/rules/billing/billing.ts';

export type EndAtStripeDeps = {
  /** Undefined if nothing is sold. */
  stripe: () => Promise<StripeBilling | undefined>;
  subscriptions: Pick<SubscriptionStore, 'find'>;
};

type Paying = { workspaceIds: readonly number[]; customerIds: readonly string[] };

/**
 * Ends subscriptions and deletes customers at Stripe. Paid invoices are kept, as required by law. Returns the reason of
 * a failure.
 */
export async function endAtStripe(
  deps: EndAtStripeDeps,
  { workspaceIds, customerIds }: Paying,
): Promise<string | undefined> {
  if (customerIds.length === 0) return undefined;
  const stripe = await deps.stripe();
  if (!stripe) return 'there are customers at Stripe, and no key to end their subscriptions with (secret "stripe")';
  try {
    for (const workspaceId of workspaceIds) {
      const page = (await deps.subscriptions.find(workspaceId))?.pendingCheckout;
      for (const id of page ? openPageIds(page) : []) await stripe.expireCheckout(id);
    }
    for (const customer of customerIds) {
      for (const one of (await stripe.subscriptionsOf(customer)) ?? []) {
        if (!isOver(statusOf(one))) await stripe.cancel(one.id);
        const invoice = invoiceOf(one);
        if (invoice?.id !== undefined && invoice.status === 'open') await stripe.voidInvoice(invoice.id);
      }
      await stripe.deleteCustomer(customer);
    }
    return undefined;
  } catch (error) {
    if (error instanceof StripeFailure) return `Stripe did not do it (${error.kind})`;
    throw error;
  }
}
