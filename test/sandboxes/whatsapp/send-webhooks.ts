import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { WahaDelivery, Webhook } from './entities.ts';
import { VERSION } from './refusal.ts';
import type { WhatsAppStore } from './store.ts';

/** The real gateway waits indefinitely. */
const PATIENCE_MS = 60_000;

export type WahaDeliveryFault = {
  next: number;
  session?: string | undefined;
  drop?: boolean;
  copies?: number;
  delayMs?: number;
  tamper?: boolean;
};

/** Sends signed events to webhooks. Every response except a success is retried. */
export function wahaWebhooks(store: WhatsAppStore, closing: AbortSignal) {
  /** `*` means all. */
  const held = new Set<string>();
  let orders: WahaDeliveryFault[] = [];
  const underway = new Set<Promise<void>>();

  function track(work: Promise<void>): Promise<void> {
    const done = work.finally(() => underway.delete(done));
    underway.add(done);
    return done;
  }

  function take(session: string): WahaDeliveryFault | undefined {
    const order = orders.find((one) => (one.session ?? session) === session);
    if (order) order.next -= 1;
    orders = orders.filter((one) => one.next > 0);
    return order;
  }

  const isHeld = (session: string): boolean => held.has('*') || held.has(session);

  function post(delivery: WahaDelivery): void {
    delete delivery.retryAt;
    delivery.state = 'waiting';
    // Orders apply only to the first attempt. Retries are not counted again.
    const order = delivery.attempts.length === 0 ? take(delivery.session) : undefined;
    if (order?.drop) delivery.state = 'dropped';
    else if (!isHeld(delivery.session)) void track(carry(delivery, order ?? { next: 0 }));
  }

  async function carry(
    delivery: WahaDelivery,
    { copies = 1, delayMs = 0, tamper = false }: Omit<WahaDeliveryFault, 'session'>,
  ) {
    if (delayMs > 0) await wait(delayMs, undefined, { signal: closing }).catch(() => undefined);
    for (let i = 0; i < copies && !closing.aborted; i += 1) await attempt(store, delivery, closing, tamper);
  }

  return {
    post,
    send: (deliveries: readonly WahaDelivery[]): Promise<void> =>
      track(
        (async () => {
          for (const one of deliveries) await carry(one, { next: 0 });
        })(),
      ),
    sendTogether: (deliveries: readonly WahaDelivery[]): Promise<void> =>
      track(Promise.all(deliveries.map((one) => carry(one, { next: 0 }))).then(() => undefined)),
    hold: (session = '*') => void held.add(session),
    release(session?: string): void {
      if (session === undefined) held.clear();
      else held.delete(session);
    },
    held: () => [...held],
    order: (order: WahaDeliveryFault) => void orders.push(order),
    orders: () => orders,
    forget(): void {
      orders = [];
      held.clear();
    },
    async settled(): Promise<void> {
      while (underway.size > 0) await Promise.all(underway);
    },
  };
}
export type WahaWebhooks = ReturnType<typeof wahaWebhooks>;

async function attempt(
  store: WhatsAppStore,
  delivery: WahaDelivery,
  closing: AbortSignal,
  tamper: boolean,
): Promise<void> {
  const { body, webhook } = delivery;
  const outcome = await fetch(webhook.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any([closing, AbortSignal.timeout(PATIENCE_MS)]),
    headers: headersOf(delivery),
    body: tamper ? body.replace('"GOWS"', '"GOWX"') : body,
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    (cause: unknown) => String(cause),
  );
  if (closing.aborted) return;
  delivery.attempts.push(outcome);
  if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) delivery.state = 'delivered';
  else if (delivery.state !== 'delivered') planRetry(store, delivery);
  store.touched();
}

/** `attempts` of a webhook counts the retries. */
function planRetry(store: WhatsAppStore, delivery: WahaDelivery): void {
  delivery.state = 'failed';
  const { policy, delaySeconds, attempts } = retriesOf(delivery.webhook);
  const tries = delivery.attempts.length;
  if (tries > attempts) return;
  const factor = { constant: 1, linear: tries, exponential: 2 ** (tries - 1) }[policy];
  delivery.retryAt = store.now() + (store.settings().retryMs ?? delaySeconds * 1000 * factor);
}

const retriesOf = ({ retries }: Webhook) => retries ?? { policy: 'constant' as const, delaySeconds: 2, attempts: 15 };

export function timestampOf(body: string): string {
  return /"timestamp":(\d+)/.exec(body)?.[1] ?? '';
}

function headersOf({ id, body, webhook }: WahaDelivery): Headers {
  const headers = new Headers({
    'content-type': 'application/json',
    'user-agent': `WAHA/${VERSION}`,
    'x-webhook-request-id': id,
    'x-webhook-timestamp': timestampOf(body),
  });
  const key = webhook.hmac?.key;
  if (key) {
    headers.set('x-webhook-hmac', createHmac('sha512', key).update(body).digest('hex'));
    headers.set('x-webhook-hmac-algorithm', 'sha512');
  }
  for (const { name, value } of webhook.customHeaders ?? []) headers.set(name, value);
  return headers;
}
