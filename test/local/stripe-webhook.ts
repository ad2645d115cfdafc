import type Stripe from 'stripe';

import { billingEventsPath } from '#shared/rules/billing/billing-events.ts';

/** Moves the stored endpoint to the current port and deletes newer ones at old addresses. */
export async function moveWebhook(stripe: Stripe, appUrl: string): Promise<void> {
  const url = `${appUrl}${billingEventsPath}`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const [oldest, ...later] = data.filter((one) => one.url.endsWith(billingEventsPath)).toReversed();
  for (const one of later) await stripe.webhookEndpoints.del(one.id);
  if (oldest && oldest.url !== url) await stripe.webhookEndpoints.update(oldest.id, { url });
}
