import Stripe from 'stripe';

import { billingApiVersion } from '#shared/rules/billing/billing-events.ts';

/** Replaces Stripe's address by `base` (scheme, host, port). */
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
