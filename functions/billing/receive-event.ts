import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import type { Config } from '#functions/platform/config.ts';
import { bodyBytes } from '#functions/platform/http/body-bytes.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { StripeSecret } from '#functions/platform/secrets/secrets.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import { stripeDelivery, stripeEvent, type StripeEvent } from '#functions/providers/stripe-objects.ts';
import { verifiedBody } from '#functions/providers/stripe-signature.ts';
import { billingEvents } from '#shared/rules/billing/billing-events.ts';

import { logFailure } from './with-stripe.ts';

type Result = APIGatewayProxyStructuredResultV2;

export type EventDeps = {
  secret: () => Promise<StripeSecret | undefined>;
  mode: Config['STRIPE_MODE'];
  workspaceOf: (customerId: string) => Promise<number | undefined>;
  sync: (workspaceId: number, named: string | undefined) => Promise<unknown>;
  log: Log;
  metrics: Metrics;
};

/**
 * Stores nothing of an event, which only names a customer to sync. Responds with 400 without Stripe's signature, with
 * 200 if another delivery would change nothing, else with 500.
 */
export async function receiveEvent(deps: EventDeps, request: APIGatewayProxyEventV2): Promise<Result> {
  const { requestId } = request.requestContext;
  try {
    const [status, outcome] = await outcomeOf(deps, request);
    deps.metrics({ BillingEvents: 1 }, { outcome });
    return answer(requestId, status, outcome);
  } catch (cause) {
    if (cause instanceof StripeFailure) logFailure(deps.log, cause);
    deps.log('billing.eventFailed', { requestId }, cause);
    deps.metrics({ BillingEvents: 1 }, { outcome: 'failed' });
    return answer(requestId, 500, 'failed');
  }
}

type Outcome = [status: number, outcome: string];

async function outcomeOf(deps: EventDeps, request: APIGatewayProxyEventV2): Promise<Outcome> {
  const secret = await deps.secret();
  const { requestId } = request.requestContext;
  const secrets = secret ? [secret.webhookSecret, secret.previousWebhookSecret ?? ''] : [];
  const body = await verifiedBody(bodyBytes(request), headerOf(request, 'stripe-signature'), secrets);
  if (body === undefined) {
    deps.log('billing.eventRefused', { requestId });
    return [400, 'refused'];
  }
  const { id: eventId, type, object } = stripeDelivery.parse(body);
  const about = { requestId, eventId, type };
  // Raises no alarm, because other products on the account cause these events every day.
  const ignoreEvent = (reason: string): Outcome => {
    deps.log('billing.eventIgnored', { ...about, reason });
    deps.metrics({ BillingEventIgnored: 1 }, { reason });
    return [200, reason];
  };
  // Stripe disables an endpoint after several days of other responses than 200.
  const { data: event } = stripeEvent.safeParse(body);
  if (!event) return ignoreEvent(object?.startsWith('v2.') ? 'thinEvent' : 'unreadable');
  if (typeof event.account === 'string') return ignoreEvent('connectedAccount');
  if (event.livemode !== (deps.mode === 'live')) return ignoreEvent('otherMode');
  const customer = isBillingEvent(event) ? customerOf(event) : undefined;
  if (customer === undefined) return ignoreEvent('unknownType');
  const workspaceId = await deps.workspaceOf(customer);
  if (workspaceId === undefined) return ignoreEvent('unknownCustomer');
  await deps.sync(workspaceId, subscriptionOf(event));
  deps.log('billing.eventReceived', { ...about, workspaceId });
  return [200, 'received'];
}

const headerOf = ({ headers }: APIGatewayProxyEventV2, name: string): string | undefined =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

const known: ReadonlySet<string> = new Set(billingEvents);
const isBillingEvent = ({ type }: Pick<StripeEvent, 'type'>): boolean => known.has(type);

/** A detached card has its customer only among its previous attributes. */
export function customerOf({ data }: StripeEvent): string | undefined {
  const { object } = data;
  if (object.object === 'customer') return object.id;
  return object.customer ?? data.previous_attributes?.customer ?? undefined;
}

function subscriptionOf({ data: { object } }: StripeEvent): string | undefined {
  return object.object === 'subscription' ? object.id : (object.subscription ?? undefined);
}

const answer = (requestId: string, statusCode: number, outcome: string): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': requestId },
  body: JSON.stringify({ outcome }),
});
