import Stripe from 'stripe';
import type * as z from 'zod/mini';

import type { Config } from '#functions/platform/config.ts';
import type { StripeSecret } from '#functions/platform/secrets/secrets.ts';
import { billingApiVersion } from '#shared/rules/billing/billing-events.ts';

import { failureOf, StripeFailure } from './stripe-failure.ts';
import { maxIdentifier } from './text-limits.ts';

export type StripeEnvironment = Pick<Config, 'STRIPE_API_BASE' | 'STRIPE_MODE'>;

/** Required because Stripe's default timeouts are longer than an API Gateway request. */
export type StripeTimeouts = { timeoutMs: number; retries: number };

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>;

export type StripeClientDeps = {
  secret: () => Promise<StripeSecret | undefined>;
  place: StripeEnvironment;
  patience: StripeTimeouts;
  httpClient?: HttpClient;
};

/** Parses the response; throws `StripeFailure`. */
export type CallStripe = <Schema extends z.ZodMiniType>(
  schema: Schema,
  call: (stripe: Stripe) => Promise<unknown>,
) => Promise<z.output<Schema>>;

export function stripeClient(deps: StripeClientDeps): CallStripe {
  let made: { key: string; stripe: Stripe } | undefined;
  const current = async (): Promise<Stripe> => {
    const key = (await deps.secret())?.apiKey;
    if (key === undefined || isOfOtherMode(key, deps.place.STRIPE_MODE)) throw new StripeFailure('notConfigured');
    if (made?.key !== key) made = { key, stripe: newStripe(key, deps) };
    return made.stripe;
  };
  return async (schema, call) => {
    const stripe = await current();
    const answer = await call(stripe).catch((error: unknown) => {
      throw failureOf(error);
    });
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    // The client treats any JSON from a proxy or a wrong host as success.
    const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(' ');
    const param = fields.slice(0, maxIdentifier).toWellFormed();
    throw new StripeFailure('failed', { code: 'unexpected_shape', param });
  };
}

/** A test key in production would give subscriptions away. */
export const isOfOtherMode = (key: string, mode: StripeEnvironment['STRIPE_MODE']): boolean =>
  new RegExp(`^(?:sk|rk)_${mode === 'live' ? 'test' : 'live'}_`).test(key);

/** https://github.com/stripe/stripe-node#configuration */
export function newStripe(key: string, { place, patience, httpClient }: Omit<StripeClientDeps, 'secret'>): Stripe {
  return new Stripe(key, {
    apiVersion: billingApiVersion,
    timeout: patience.timeoutMs,
    maxNetworkRetries: patience.retries,
    telemetry: false,
    ...(httpClient && { httpClient }),
    ...hostOf(place.STRIPE_API_BASE),
  });
}

function hostOf(base: string | undefined) {
  if (base === undefined) return {};
  const { hostname, port, protocol } = new URL(base);
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { host: hostname, protocol: scheme, ...(port !== '' && { port }) };
}
