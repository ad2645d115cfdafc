import Stripe from 'stripe';

import { billingApiVersion } from '#shared/rules/billing/billing-events.ts';

/** Stripe as operators use it; `base` (scheme, host, port) is another one than Stripe's. */
export function stripeAccount(key: string, base: string | undefined): Stripe {
  const { hostname, port, protocol } = new URL(base ?? 'https://api.stripe.com');
  return new Stripe(key, {
    apiVersion: billingApiVersion,
    telemetry: false,
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port }),
  });
}
