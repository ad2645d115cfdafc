import { isDeepStrictEqual } from 'node:util';

import type { Event } from '../entities.ts';
import type { StripeStore } from '../store.ts';
import { showById } from '../views/show.ts';

export function emit(store: StripeStore, type: string, id: string, previous?: Record<string, unknown>): Event {
  const object = structuredClone(showById(store, id) ?? {});
  const event = store.events.add({
    id: store.newId('evt'),
    created: store.now(),
    type,
    object,
    ...(previous && { previous }),
    requestId: store.request.id,
    idempotencyKey: store.request.key,
  });
  for (const endpoint of store.endpoints.all()) {
    const listens = endpoint.events.includes('*') || endpoint.events.includes(type);
    if (!endpoint.enabled || !listens) continue;
    const deliveryId = store.newId('del');
    store.post(
      store.deliveries.add({
        id: deliveryId,
        event: event.id,
        type,
        endpoint: endpoint.id,
        state: 'waiting',
        attempts: [],
      }),
    );
  }
  store.changed();
  return event;
}

/** Emits the event with the previous values if something visible changed. */
export function change(store: StripeStore, type: string, id: string, act: () => void): void {
  const before = structuredClone(showById(store, id) ?? {});
  act();
  const after = showById(store, id) ?? {};
  const changed = Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, after[name]));
  if (changed.length > 0) emit(store, type, id, Object.fromEntries(changed));
  store.changed();
}
