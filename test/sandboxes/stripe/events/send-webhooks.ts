import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { EventDelivery } from '../entities.ts';
import type { StripeStore } from '../store.ts';
import { HOUR } from '../subscriptions/calendar.ts';
import { showEvent } from '../views/show-event.ts';

const PATIENCE_MS = 20_000;
/** A failed delivery is retried this many hours after the event. */
const RETRY_HOURS = [1, 3, 7];

export type StripeDeliveryFault = { next: number; drop?: boolean; copies?: number; delayMs?: number };

/** Sends signed events to endpoints. Can hold, drop, copy or delay them. */
export function stripeWebhooks(store: StripeStore) {
  let holding = false;
  const held = new Set<string>();
  let orders: StripeDeliveryFault[] = [];
  const underway = new Set<Promise<void>>();
  const closing = new AbortController();

  function track(work: Promise<void>): Promise<void> {
    const done = work.finally(() => underway.delete(done));
    underway.add(done);
    return done;
  }

  function take(): StripeDeliveryFault | undefined {
    const order = orders[0];
    if (order) order.next -= 1;
    orders = orders.filter((one) => one.next > 0);
    return order;
  }

  function isHeld({ event }: EventDelivery): boolean {
    const { object, previous } = store.events.get(event) ?? {};
    const owner = object?.['object'] === 'customer' ? object['id'] : (object?.['customer'] ?? previous?.['customer']);
    return holding || held.has(String(owner));
  }

  function post(delivery: EventDelivery): void {
    delete delivery.retryAt;
    const order = take();
    if (order?.drop) delivery.state = 'dropped';
    else if (!isHeld(delivery)) void track(carry(delivery, order?.copies ?? 1, order?.delayMs ?? 0));
  }

  async function carry(delivery: EventDelivery, copies: number, delayMs: number): Promise<void> {
    await wait(delayMs, undefined, { signal: closing.signal }).catch(() => undefined);
    for (let i = 0; i < copies && !closing.signal.aborted; i += 1) await attempt(store, delivery, closing.signal);
  }

  async function send(deliveries: readonly EventDelivery[]): Promise<void> {
    await track(
      (async () => {
        for (const one of deliveries) await carry(one, 1, 0);
      })(),
    );
  }

  return {
    post,
    send,
    /** Holds deliveries of one customer until the sandbox restarts, or of all customers. */
    hold(customer?: string): void {
      if (customer === undefined) holding = true;
      else held.add(customer);
    },
    release: () => void (holding = false),
    isHolding: () => holding,
    order: (order: StripeDeliveryFault) => void orders.push(order),
    orders: () => orders,
    forget(): void {
      orders = [];
      held.clear();
      holding = false;
    },
    /** Resolves when no delivery is in progress. */
    async settled(): Promise<void> {
      while (underway.size > 0) await Promise.all(underway);
    },
    close: () => closing.abort(),
  };
}
export type StripeWebhooks = ReturnType<typeof stripeWebhooks>;

async function attempt(store: StripeStore, delivery: EventDelivery, closing: AbortSignal): Promise<void> {
  const event = store.events.get(delivery.event);
  const endpoint = store.endpoints.get(delivery.endpoint);
  if (!event || !endpoint) {
    delivery.state = 'dropped';
    return;
  }
  const payload = JSON.stringify(showEvent(store, event));
  // Receivers check signatures against the real clock, however far Stripe's clock is ahead.
  const signature = sign(payload, endpoint.secret, store.wall());
  const outcome = await fetch(endpoint.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any([closing, AbortSignal.timeout(PATIENCE_MS)]),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signature,
    },
    body: payload,
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    (cause: unknown) => String(cause),
  );
  delivery.attempts.push(outcome);
  const good = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
  // A copy that fails after a success changes nothing.
  if (good) delivery.state = 'delivered';
  else if (delivery.state !== 'delivered') planRetry(delivery, event.created);
  store.changed();
}

function planRetry(delivery: EventDelivery, created: number): void {
  delivery.state = 'failed';
  const hours = RETRY_HOURS[delivery.attempts.length - 1];
  delivery.retryAt = hours === undefined ? undefined : created + hours * HOUR;
}

/** The `stripe-signature` header. https://docs.stripe.com/webhooks#verify-manually */
function sign(payload: string, secret: string, timestamp: number): string {
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${v1}`;
}
