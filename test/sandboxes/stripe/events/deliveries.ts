import * as z from 'zod/mini';

import { reading } from '../../kit-reading.ts';
import { json, type SandboxCall, type Reply } from '../../kit.ts';
import type { StripeControls } from '../controls.ts';
import type { EventDelivery } from '../entities.ts';
import type { StripeStore } from '../store.ts';
import type { StripeDeliveryFault } from './send-webhooks.ts';

const deliveriesSchema = z.strictObject({
  do: z.enum(['hold', 'release', 'drop', 'duplicate', 'delay', 'redeliver', 'settle']),
  /** Number of deliveries to which the order applies. */
  next: z.optional(z.int().check(z.minimum(1))),
  /** With `hold`, only deliveries of this customer. */
  customer: z.optional(z.string()),
  /** Ids of deliveries or events; defaults to all. */
  ids: z.optional(z.array(z.string())),
  order: z.optional(z.enum(['asSent', 'reversed', 'shuffled'])),
  times: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
  ms: z.optional(z.int().check(z.minimum(0), z.maximum(60_000))),
  /** With `release`, later deliveries are held again. */
  keepHolding: z.optional(z.boolean()),
});
type DeliveriesAsked = z.output<typeof deliveriesSchema>;

/** `GET /_deliveries`: all deliveries of events to endpoints, newest first. */
export function listDeliveries({ store, mail }: StripeControls): Reply {
  return json(200, {
    holding: mail.isHolding(),
    orders: mail.orders(),
    deliveries: store.deliveries.all().toReversed(),
  });
}

/** `POST /_deliveries`: holds, releases in any order, drops, duplicates, delays or repeats webhooks. */
export function orderDeliveries(controls: StripeControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(deliveriesSchema, call, async (asked) => {
    const { mail } = controls;
    if (asked.do === 'hold') mail.hold(asked.customer);
    else if (asked.do === 'release') await release(controls, asked);
    else if (asked.do === 'redeliver') await redeliver(controls, asked);
    else if (asked.do === 'settle') await mail.settled();
    else if (asked.do === 'drop' && asked.next === undefined) dropWaiting(controls, asked);
    else mail.order(orderOf(asked));
    return listDeliveries(controls);
  });
}

function orderOf({ do: what, next = 1, times = 2, ms = 1000 }: DeliveriesAsked): StripeDeliveryFault {
  if (what === 'drop') return { next, drop: true };
  return what === 'duplicate' ? { next, copies: times } : { next, delayMs: ms };
}

async function release(
  { store, mail }: StripeControls,
  { ids, order, times = 1, keepHolding }: DeliveriesAsked,
): Promise<void> {
  if (keepHolding !== true) mail.release();
  const waiting = pick(store, ids).filter((one) => one.state === 'waiting');
  await mail.send(arranged(waiting, order, ids).flatMap((one) => Array.from({ length: times }, () => one)));
}

async function redeliver({ store, mail }: StripeControls, { ids, order, times = 1 }: DeliveriesAsked): Promise<void> {
  const wanted = pick(store, ids).filter(
    (one) => ids !== undefined || one.state === 'failed' || one.state === 'dropped',
  );
  await mail.send(arranged(wanted, order, ids).flatMap((one) => Array.from({ length: times }, () => one)));
}

function dropWaiting({ store }: StripeControls, { ids }: DeliveriesAsked): void {
  for (const one of pick(store, ids)) if (one.state === 'waiting') one.state = 'dropped';
}

function pick(store: StripeStore, ids: readonly string[] | undefined): EventDelivery[] {
  const all = store.deliveries.all();
  return ids === undefined ? all : ids.flatMap((id) => all.filter((one) => one.id === id || one.event === id));
}

function arranged(
  all: EventDelivery[],
  order: DeliveriesAsked['order'],
  ids: readonly string[] | undefined,
): EventDelivery[] {
  if (order === 'reversed') return all.toReversed();
  if (order === 'shuffled')
    return all
      .map((one) => ({ one, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
  return ids === undefined ? all : [...all];
}
