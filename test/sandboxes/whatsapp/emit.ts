import { randomUUID } from 'node:crypto';

import { meOf, newEventId } from './contacts.ts';
import type { Session } from './entities.ts';
import type { GatewayState } from './gateway.ts';
import { challengeOf } from './passkey.ts';
import { VERSION } from './refusal.ts';
import type { WhatsAppStore } from './store.ts';

export function emit(gateway: GatewayState, session: Session, event: string, payload: object): void {
  const { store } = gateway;
  for (const webhook of session.config.webhooks ?? []) {
    if (!webhook.events.includes('*') && !webhook.events.includes(event)) continue;
    const timestamp = store.now();
    const eventId = newEventId(timestamp);
    const body = {
      id: eventId,
      timestamp,
      event,
      session: session.name,
      ...(session.config.metadata && { metadata: session.config.metadata }),
      me: me(store, session),
      payload,
      engine: 'GOWS',
      environment: { version: VERSION, engine: 'GOWS', tier: 'CORE', browser: null },
    };
    const delivery = store.addDelivery({
      id: randomUUID(),
      eventId,
      event,
      session: session.name,
      webhook: structuredClone(webhook),
      body: JSON.stringify(body),
      state: 'waiting',
      attempts: [],
    });
    gateway.post(delivery);
  }
}

export const me = (store: WhatsAppStore, session: Session) =>
  session.person === undefined ? null : meOf(store.world, session, store.phone(session.person).name);

/** The passkey's challenge, or the code to compare. */
export function statusData({ status, asking }: Session): object | undefined {
  if (asking && status === 'PASSKEY_REQUIRED') return challengeOf(asking);
  return asking && status === 'PASSKEY_CONFIRMATION_REQUIRED' ? { code: asking.code } : undefined;
}

/** A gateway that is down sends nothing. Once it is back, it sends the state of each line. */
export function emitStatus(gateway: GatewayState, session: Session): void {
  if (session.trouble === 'gateway' || gateway.store.isUnreachable()) return;
  const { name, status, statuses } = session;
  const data = statusData(session);
  emit(gateway, session, 'session.status', { name, status, statuses, ...(data && { data }) });
}

/** Otherwise WhatsApp stores messages for later. */
export const isListening = (store: WhatsAppStore, session: Session): boolean =>
  session.status === 'WORKING' && session.trouble === undefined && !store.isUnreachable();
