import Stripe from 'stripe';

import type { StripeSecret } from '#functions/platform/secrets/secrets.ts';
import { createStripeBilling, type StripeBilling } from '#functions/providers/stripe-billing.ts';
import { billingApiVersion } from '#shared/rules/billing/billing-events.ts';

import type { SandboxCall } from '../../../sandboxes/kit.ts';
import type { EventDelivery } from '../../../sandboxes/stripe/entities.ts';
import { stripeWebhooks } from '../../../sandboxes/stripe/events/send-webhooks.ts';
import { stripeRoutes } from '../../../sandboxes/stripe/routes.ts';
import { stripeStore } from '../../../sandboxes/stripe/store.ts';
import { defaultClients, defaultSkill } from '../../../sandboxes/world.ts';

export type StripeFailure = {
  at?: string;
  status?: number;
  code?: string;
  param?: string;
  type?: string;
  message?: string;
  does?:
    | 'cut'
    /** Cuts the connection after the call took effect. */
    | 'lost'
    /** Never answers, so that the caller times out. */
    | 'slow';
};

export type SentStripeCall = { method: string; path: string; body: string; key: string | undefined };

const stripeBase = 'http://stripe.test';

/** Runs Stripe's sandbox without a socket. Webhooks stay in `waiting` until a test delivers them. */
export function aStripeInProcess(appUrl: string, wall = new Date('2026-11-20T12:00:00Z')) {
  const sandbox = stripeStore({
    now: () => wall,
    people: [],
    clients: defaultClients,
    skill: defaultSkill,
    changed: () => undefined,
    appUrl: () => appUrl,
  });
  const waiting: EventDelivery[] = [];
  const routes = stripeRoutes({ store: sandbox, mail: stripeWebhooks(sandbox) }).map((route) => ({
    ...route,
    pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }));
  sandbox.post = (delivery) => void waiting.push(delivery);
  const failures: StripeFailure[] = [];
  const sent: SentStripeCall[] = [];

  async function ask(method: string, url: string, headers: Record<string, string>, raw: string) {
    const { pathname: path, searchParams: query } = new URL(url, stripeBase);
    const route = routes.find((one) => one.method === method && one.pattern.test(path));
    const params = { ...route?.pattern.exec(path)?.groups };
    const body = Object.fromEntries(new URLSearchParams(raw));
    const call: SandboxCall = {
      method,
      path,
      fullPath: path,
      base: stripeBase,
      query,
      params,
      headers,
      raw,
      body,
      misbehaviour: undefined,
    };
    return (await route?.handle(call)) ?? { status: 404 };
  }

  function takeFailure(at: string): StripeFailure | undefined {
    const index = failures.findIndex((one) => one.at === undefined || one.at === at);
    return index < 0 ? undefined : failures.splice(index, 1)[0];
  }

  const httpClient = Stripe.createFetchHttpClient(async (input: unknown, init: RequestInit = {}) => {
    const url = String(input);
    const { method = 'GET' } = init;
    const headers = Object.fromEntries(new Headers(init.headers));
    const { pathname: path, search } = new URL(url);
    const body = typeof init.body === 'string' ? init.body : search.slice(1);
    sent.push({ method, path, body, key: headers['idempotency-key'] });
    const failure = takeFailure(`${method} ${path}`);
    if (failure?.does === 'cut') throw new TypeError('fetch failed');
    if (failure?.does === 'slow') return aborted(init.signal);
    if (failure?.status !== undefined) return refusedWith(failure.status, failure);
    const reply = await ask(method, url, headers, typeof init.body === 'string' ? init.body : '');
    if (failure?.does === 'lost') throw new TypeError('terminated');
    return new Response(reply.body ?? '', { status: reply.status, headers: reply.headers ?? {} });
  });

  const options = { apiVersion: billingApiVersion, telemetry: false, maxNetworkRetries: 0, httpClient } as const;
  const { key: apiKey, webhookSecret } = defaultClients.stripe;
  const secret: StripeSecret = { apiKey, webhookSecret };
  const stripe: StripeBilling = createStripeBilling({
    secret: async () => secret,
    place: { STRIPE_API_BASE: stripeBase, STRIPE_MODE: 'test' },
    patience: { timeoutMs: 1000, retries: 0 },
    httpClient,
  });
  return {
    sandbox,
    waiting,
    /** Failures to return, each for one call. `at` names its method and path; without it, the next call fails. */
    trouble: failures,
    sent,
    account: new Stripe(apiKey, options),
    secret,
    stripe,
    pressed: (url: string, fields: Record<string, string>) =>
      ask('POST', url, {}, new URLSearchParams(fields).toString()),
  };
}

const refusedWith = (
  status: number,
  { code, param, type = typeOf(status), message = 'ana@example.com is not welcome' }: StripeFailure,
): Response => Response.json({ error: { type, message, code, param } }, { status });

const typeOf = (status: number): string => {
  if (status === 402) return 'card_error';
  return status < 500 ? 'invalid_request_error' : 'api_error';
};

const aborted = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('The operation was aborted.', 'AbortError')));
  });
