import { address } from '../address.ts';
import type { StripeRequest } from '../api.ts';
import type { WebhookEndpoint, Event } from '../entities.ts';
import { flag, has, text, texts } from '../params.ts';
import { missing, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { pageOf } from '../views/list.ts';
import { mergedMetadata } from '../views/metadata.ts';
import { API_VERSION, showEndpoint, showEvent } from '../views/show-event.ts';

const EVENTS_LAST_SECONDS = 30 * 24 * 3600;

export function createEndpoint({ store, params }: StripeRequest): object {
  const url = address(params, 'url');
  if (url === undefined) throw wrong('Missing required param: url.', 'url', 'parameter_missing');
  const events = texts(params, 'enabled_events');
  if (events.length === 0)
    throw wrong('Missing required param: enabled_events.', 'enabled_events', 'parameter_missing');
  const apiVersion = text(params, 'api_version');
  if (apiVersion !== undefined && apiVersion !== API_VERSION) {
    throw wrong(`Invalid API version: ${apiVersion}; this sandbox speaks ${API_VERSION}.`, 'api_version');
  }
  const one = addEndpoint(store, url, events, { apiVersion, description: text(params, 'description') });
  one.metadata = mergedMetadata(params);
  return showEndpoint(one, one.secret);
}

/** The first endpoint signs with the configured secret, the others with their own. */
export function addEndpoint(
  store: StripeStore,
  url: string,
  events: string[],
  more: Pick<WebhookEndpoint, 'apiVersion' | 'description'> = {},
): WebhookEndpoint {
  const before = new Set(store.endpoints.all().map((one) => one.secret));
  const id = store.newId('we');
  const secret = before.has(store.webhookSecret) ? `${store.webhookSecret}-${id}` : store.webhookSecret;
  return store.endpoints.add({ ...more, id, created: store.now(), url, secret, events, metadata: {}, enabled: true });
}

function findEndpoint(store: StripeStore, id: string): WebhookEndpoint {
  const one = store.endpoints.get(id);
  if (!one) throw missing('webhook endpoint', id);
  return one;
}

export function updateEndpoint({ store, params, id }: StripeRequest): object {
  const one = findEndpoint(store, id);
  const metadata = mergedMetadata(params, one.metadata);
  one.url = address(params, 'url') ?? one.url;
  const events = texts(params, 'enabled_events');
  if (events.length > 0) one.events = events;
  const disabled = flag(params, 'disabled');
  if (disabled !== undefined) one.enabled = !disabled;
  if (has(params, 'description')) one.description = text(params, 'description');
  one.metadata = metadata;
  return showEndpoint(one);
}

export function listEndpoints({ store, params }: StripeRequest): object {
  return pageOf(store.endpoints.all(), params, '/v1/webhook_endpoints', (one) => showEndpoint(one));
}

export function deleteEndpoint({ store, id }: StripeRequest): object {
  findEndpoint(store, id);
  store.endpoints.remove(id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

export function retrieveEvent({ store, id }: StripeRequest): object {
  const one = recent(store).find((event) => event.id === id);
  if (!one) throw missing('event', id);
  return showEvent(store, one);
}

/** Events of the last 30 days; `delivery_success=false` selects those that an endpoint has not received. */
export function listEvents({ store, params }: StripeRequest): object {
  const type = text(params, 'type');
  const types = texts(params, 'types');
  if (type !== undefined && types.length > 0)
    throw wrong('You may only specify one of these parameters: type, types.', 'types');
  const success = flag(params, 'delivery_success');
  const waiting = new Set(store.deliveries.all().flatMap((one) => (one.state === 'delivered' ? [] : [one.event])));
  const rows = recent(store).filter(
    (one) =>
      (type === undefined || matches(one.type, type)) &&
      (types.length === 0 || types.includes(one.type)) &&
      (success === undefined || success !== waiting.has(one.id)),
  );
  return pageOf(rows, params, '/v1/events', (one) => showEvent(store, one));
}

const matches = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

const recent = (store: StripeStore): Event[] =>
  store.events.all().filter((one) => one.created > store.now() - EVENTS_LAST_SECONDS);
