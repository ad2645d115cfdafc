import Stripe from 'stripe';

import { stripeEvent, type StripeEvent } from './stripe-objects.ts';

/**
 * The event in a delivery, when one of these secrets signed exactly these bytes within the last five minutes; undefined
 * for anything else, whatever is wrong with it. https://docs.stripe.com/webhooks#verify-events
 */
export async function verifiedEvent(
  bytes: Buffer,
  header: string | undefined,
  secrets: readonly string[],
): Promise<StripeEvent | undefined> {
  if (header === undefined || bytes.length === 0) return undefined;
  for (const secret of secrets.filter((one) => one !== '')) {
    try {
      // Half a dozen things throw here, not all of them signature errors: each means that this is no event of ours.
      const event: unknown = await Stripe.webhooks.constructEventAsync(bytes, header, secret);
      return stripeEvent.safeParse(event).data;
    } catch {
      continue;
    }
  }
  return undefined;
}
