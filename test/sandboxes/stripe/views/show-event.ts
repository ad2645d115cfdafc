import type { WebhookEndpoint, Event } from '../entities.ts';
import type { StripeStore } from '../store.ts';

export const API_VERSION = '2026-10-28.endive';

/** The object is a snapshot, so its shape depends on the object's kind. */
export function showEvent(store: StripeStore, one: Event) {
  const waiting = store.deliveries.all().filter((each) => each.event === one.id && each.state !== 'delivered');
  return {
    id: one.id,
    object: 'event' as const,
    api_version: API_VERSION,
    created: one.created,
    data: { object: one.object, ...(one.previous && { previous_attributes: one.previous }) },
    livemode: false,
    pending_webhooks: waiting.length,
    request: { id: one.requestId ?? null, idempotency_key: one.idempotencyKey ?? null },
    type: one.type,
  };
}

/** The secret is included only at creation. */
export function showEndpoint(one: WebhookEndpoint, secret?: string) {
  return {
    id: one.id,
    object: 'webhook_endpoint' as const,
    api_version: one.apiVersion ?? null,
    application: null,
    created: one.created,
    description: one.description ?? null,
    enabled_events: one.events,
    livemode: false,
    metadata: one.metadata,
    ...(secret !== undefined && { secret }),
    status: one.enabled ? 'enabled' : 'disabled',
    url: one.url,
  };
}
