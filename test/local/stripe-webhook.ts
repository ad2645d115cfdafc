import type Stripe from 'stripe';

import { billingEventsPath } from '#shared/rules/billing/billing-events.ts';

/**
 * Kept data may be used on another port than before: the endpoint at the old address moves along, for the product knows
 * its secret, and any later one at an old address goes, or events would be sent there for ever.
 */
export async function moveWebhook(stripe: Stripe, appUrl: string): Promise<void> {
  const url = `${appUrl}${billingEventsPath}`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const [oldest, ...later] = data.filter((one) => one.url.endsWith(billingEventsPath)).toReversed();
  for (const one of later) await stripe.webhookEndpoints.del(one.id);
  if (oldest && oldest.url !== url) await stripe.webhookEndpoints.update(oldest.id, { url });
}
