import * as z from 'zod/mini';

import { reading } from '../kit-reading.ts';
import { json, type SandboxCall, type Reply } from '../kit.ts';
import type { GatewayClock } from './clock.ts';
import { emit } from './emit.ts';
import { settingsSchema, troubles, type WahaDelivery, type Session } from './entities.ts';
import type { GatewayState } from './gateway.ts';
import { cameBack, setTrouble, start } from './lifecycle.ts';
import { sessionInfo } from './routes/session-routes.ts';
import type { WahaDeliveryFault, WahaWebhooks } from './send-webhooks.ts';

export type WhatsAppControls = GatewayState & { mail: WahaWebhooks; time: GatewayClock };

/** `GET /_sessions`: every line with its phone and its trouble. */
export function sessions({ store }: WhatsAppControls): Reply {
  return json(
    200,
    [...store.sessions.values()].map((one) => ({
      ...sessionInfo(store, one),
      person: one.person ?? null,
      trouble: one.trouble ?? null,
      why: one.why ?? null,
      qr: one.qr ?? null,
      backlog: one.backlog.length,
    })),
  );
}

const advanceSchema = z.strictObject({
  seconds: z.number().check(z.minimum(0), z.maximum(7 * 86_400)),
  session: z.optional(z.string()),
});

/** `POST /_advance`: lets time pass for one session or all. */
export function advance({ store, time, mail }: WhatsAppControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(advanceSchema, call, async ({ seconds, session }) => {
    const meant = named(store.sessions.values(), session);
    await time.advance(meant, seconds * 1000);
    await mail.settled();
    return json(200, { sessions: meant.map(({ name, status, qr }) => ({ name, status, qr: qr ?? null })) });
  });
}

const named = (all: Iterable<Session>, name: string | undefined): Session[] =>
  [...all].filter((one) => (name ?? one.name) === one.name);

/** `POST /_settings`: changes the behaviour of the gateway. */
export function settings({ store }: WhatsAppControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(z.partial(settingsSchema), call, (asked) => {
    store.change(asked);
    store.touched();
    return json(200, store.settings());
  });
}

const unreachableSchema = z.strictObject({
  what: z.enum([...troubles, 'nothing']),
  session: z.optional(z.string()),
});

/**
 * `POST /_unreachable`: `gateway`, `whatsapp`, `silent` or `nothing`, for one session or all. `gateway` without a
 * session means the entire gateway.
 */
export function unreachable(controls: WhatsAppControls, call: SandboxCall): Reply | Promise<Reply> {
  const { store } = controls;
  return reading(unreachableSchema, call, ({ what, session }) => {
    const meant = named(store.sessions.values(), session);
    if (session === undefined && what === 'gateway') store.setUnreachable(true);
    else if (session === undefined && what === 'nothing' && store.isUnreachable()) {
      store.setUnreachable(false);
      for (const one of meant) cameBack(controls, one);
    }
    if (session !== undefined || what !== 'gateway') {
      for (const one of meant) setTrouble(controls, one, what === 'nothing' ? undefined : what);
    }
    return json(200, {
      unreachable: store.isUnreachable(),
      sessions: meant.map(({ name, trouble }) => ({ name, trouble })),
    });
  });
}

const eventSchema = z.strictObject({
  session: z.string(),
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
});

/** `POST /_event`: sends any event of a session, signed. */
export function event(controls: WhatsAppControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(eventSchema, call, ({ session: name, event: kind, payload }) => {
    const session = controls.store.sessions.get(name);
    if (!session) return json(422, { error: `there is no session ${name}` });
    emit(controls, session, kind, payload);
    return json(200, { event: kind });
  });
}

/** `POST /_restart`: discards retries and reconnects every line. */
export function restart(controls: WhatsAppControls): Reply {
  const { store } = controls;
  store.forgetDeliveries();
  for (const session of store.sessions.values()) {
    if (session.status !== 'STOPPED' && session.status !== 'FAILED') start(controls, session);
  }
  store.touched();
  return json(200, { restarted: true });
}

const deliveriesSchema = z.strictObject({
  do: z.enum(['hold', 'release', 'drop', 'duplicate', 'delay', 'tamper', 'redeliver', 'retry', 'settle']),
  session: z.optional(z.string()),
  next: z.optional(z.int().check(z.minimum(1))),
  ids: z.optional(z.array(z.string())),
  order: z.optional(z.enum(['asSent', 'reversed', 'shuffled', 'together'])),
  times: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  ms: z.optional(z.int().check(z.minimum(0), z.maximum(60_000))),
  /** With `redeliver`, the signature is this old. */
  secondsAgo: z.optional(z.number()),
});
type Asked = z.output<typeof deliveriesSchema>;

/** `GET /_deliveries?session=`: all deliveries of events to webhooks, newest first. */
export function listDeliveries({ store, mail }: WhatsAppControls, call: SandboxCall): Reply {
  const session = call.query.get('session') ?? undefined;
  return json(200, {
    holding: mail.held(),
    orders: mail.orders(),
    deliveries: of(store.deliveries(), session)
      .toReversed()
      .map(({ webhook, body, ...one }) => ({ ...one, url: webhook.url, body: JSON.parse(body) })),
  });
}

const of = (all: readonly WahaDelivery[], session: string | undefined): WahaDelivery[] =>
  all.filter((one) => (session ?? one.session) === one.session);

/** `POST /_deliveries`: holds, releases in any order, drops, duplicates, delays, corrupts or repeats webhooks. */
export function orderDeliveries(controls: WhatsAppControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(deliveriesSchema, call, async (asked) => {
    const { mail, store } = controls;
    if (asked.do === 'hold') mail.hold(asked.session);
    else if (asked.do === 'release') await release(controls, asked);
    else if (asked.do === 'redeliver') await redeliver(controls, asked);
    else if (asked.do === 'retry') await send(controls, asked, of(store.deliveries(), asked.session).filter(isFailed));
    else if (asked.do === 'settle') await mail.settled();
    else mail.order(orderOf(asked));
    return listDeliveries(controls, call);
  });
}

function orderOf({ do: what, next = 1, session, times = 2, ms = 1000 }: Asked): WahaDeliveryFault {
  if (what === 'drop') return { next, session, drop: true };
  if (what === 'tamper') return { next, session, tamper: true };
  return what === 'duplicate' ? { next, session, copies: times } : { next, session, delayMs: ms };
}

const isFailed = (one: WahaDelivery): boolean => one.state === 'failed';

async function release(controls: WhatsAppControls, asked: Asked): Promise<void> {
  controls.mail.release(asked.session);
  const waiting = of(controls.store.deliveries(), asked.session).filter((one) => one.state === 'waiting');
  await send(controls, asked, picked(waiting, asked));
}

const picked = (all: readonly WahaDelivery[], { ids }: Asked): WahaDelivery[] =>
  ids === undefined ? [...all] : ids.flatMap((id) => all.filter((one) => one.id === id || one.eventId === id));

async function redeliver(controls: WhatsAppControls, asked: Asked): Promise<void> {
  const meant = picked(of(controls.store.deliveries(), asked.session), asked);
  const { secondsAgo } = asked;
  const aged =
    secondsAgo === undefined ? meant : meant.map((one) => older(one, controls.store.now() - secondsAgo * 1000));
  await send(controls, asked, aged);
}

function older(delivery: WahaDelivery, timestamp: number): WahaDelivery {
  const body = delivery.body.replace(/"timestamp":\d+/, `"timestamp":${Math.round(timestamp)}`);
  return { ...delivery, body, attempts: [] };
}

async function send(
  { mail }: WhatsAppControls,
  { order, times = 1 }: Asked,
  deliveries: readonly WahaDelivery[],
): Promise<void> {
  const all = arranged(deliveries, order).flatMap((one) => Array.from({ length: times }, () => one));
  await (order === 'together' ? mail.sendTogether(all) : mail.send(all));
}

function arranged(all: readonly WahaDelivery[], order: Asked['order']): WahaDelivery[] {
  if (order === 'reversed') return all.toReversed();
  if (order !== 'shuffled') return [...all];
  return all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
