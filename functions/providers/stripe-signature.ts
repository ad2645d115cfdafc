import Stripe from 'stripe';

import { stripeEvent, type StripeEvent } from './stripe-objects.ts';

/**
 * Undefined unless one of the secrets signed these bytes within five minutes.
 * https://docs.stripe.com/webhooks#verify-events
 */
export async function verifiedEvent(
  bytes: Buffer,
  header: string | undefined,
  secrets: readonly string[],
): Promise<StripeEvent | undefined> {
  if (header === undefined || bytes.length === 0) return undefined;
  for (const secret of secrets.filter((one) => one !== '')) {
    try {
      // Other errors than signature errors mean the same.
      const event: unknown = await Stripe.webhooks.constructEventAsync(bytes, header, secret);
      return stripeEvent.safeParse(event).data;
    } catch {
      continue;
    }
  }
  return undefined;
}
