import * as z from 'zod/mini';

import { reading } from '../kit-reading.ts';
import { json, type SandboxCall, type Reply } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { advanceTo } from './clock.ts';
import { isLive, settingsChange } from './entities.ts';
import type { StripeWebhooks } from './events/send-webhooks.ts';
import { addEndpoint } from './events/webhooks.ts';
import type { StripeStore } from './store.ts';
import { DAY } from './subscriptions/calendar.ts';
import { showEvent } from './views/show-event.ts';
import { showById } from './views/show.ts';

export type StripeControls = { store: StripeStore; mail: StripeWebhooks; mover?: SandboxWorld['mover'] };

const ISO = (seconds: number): string => new Date(seconds * 1000).toISOString();

const advanceSchema = z.strictObject({
  days: z.optional(z.number().check(z.minimum(0), z.maximum(3660))),
  hours: z.optional(z.number().check(z.minimum(0))),
  /** ISO 8601, seconds, or `trialEnd` or `periodEnd` of `subscription` or of the only live subscription. */
  to: z.optional(z.union([z.int(), z.string()])),
  subscription: z.optional(z.string()),
});

/**
 * `POST /_advance`: moves the clock, and the product's clock if there is a product. Due events happen in order and
 * their webhooks are sent.
 */
export function advance(controls: StripeControls, call: SandboxCall): Reply | Promise<Reply> {
  const { store } = controls;
  return reading(advanceSchema, call, async ({ days = 0, hours = 0, to, subscription }) => {
    const target = to === undefined ? store.now() + days * DAY + hours * 3600 : momentOf(store, to, subscription);
    if (target === undefined || Number.isNaN(target)) return json(400, { error: `${to} is no moment` });
    if (target < store.now()) return json(400, { error: `it is ${ISO(store.now())} already` });
    const mover = controls.mover?.();
    const problem = mover?.whyNot();
    if (problem !== undefined) return json(409, { error: problem });
    const before = store.events.all().length;
    if (mover) await mover.moveTo(Math.round(target) * 1000);
    const happened = mover ? store.events.all().length - before : await advanceAndDeliver(controls, Math.round(target));
    return json(200, { now: ISO(store.now()), movedDays: store.moved() / DAY, happened });
  });
}

/** A failed delivery may be due again before the target. */
export async function advanceAndDeliver(
  { store, mail }: Pick<StripeControls, 'store' | 'mail'>,
  target: number,
): Promise<number> {
  let happened = 0;
  for (;;) {
    const now = advanceTo(store, target);
    await mail.settled();
    if (now === 0) return happened;
    happened += now;
  }
}

function momentOf(store: StripeStore, to: number | string, id: string | undefined): number | undefined {
  if (typeof to === 'number') return to;
  if (to !== 'trialEnd' && to !== 'periodEnd') return Date.parse(to) / 1000;
  const one = id === undefined ? store.subscriptions.all().findLast(isLive) : store.subscriptions.get(id);
  return to === 'trialEnd' ? one?.trialEnd : one?.periodEnd;
}

const truthSchema = z.strictObject({ customer: z.optional(z.string()), subscription: z.optional(z.string()) });

/** `POST /_truth`: all of Stripe's objects, or those of one customer. */
export function truth({ store }: StripeControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(truthSchema, call, ({ customer, subscription }) => {
    const owner = customer ?? store.subscriptions.get(subscription)?.customer;
    const mine = (row: { customer?: string | undefined }) => owner === undefined || row.customer === owner;
    const show = (rows: readonly { id: string }[]) => rows.map((row) => showById(store, row.id));
    return json(200, {
      now: ISO(store.now()),
      customers: show(store.customers.all().filter((one) => owner === undefined || one.id === owner)),
      subscriptions: show(store.subscriptions.all().filter(mine)),
      invoices: show(store.invoices.all().filter(mine)),
      paymentMethods: show(store.cards.all().filter(mine)),
      checkoutSessions: show(store.checkouts.all().filter(mine)),
      ...(owner === undefined && {
        products: show(store.products.all()),
        prices: show(store.prices.all()),
        coupons: show(store.coupons.all()),
        configurations: show(store.configurations.all()),
        endpoints: store.endpoints.all(),
        events: store.events.all().map((one) => showEvent(store, one)),
        settings: store.settings(),
      }),
    });
  });
}

/** `POST /_settings`: `retryDays`, `afterRetries`, `onePerCustomer`. */
export function settings({ store }: StripeControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(settingsChange, call, (asked) => {
    store.change(asked);
    return json(200, store.settings());
  });
}

const cardsSchema = z.strictObject({
  customer: z.optional(z.string()),
  card: z.optional(z.string()),
  charge: z.enum(['works', 'declines', 'needsAuthentication']),
});

/** `POST /_cards`: sets the behaviour of cards of a customer, by id, or of all cards. */
export function cards({ store }: StripeControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(cardsSchema, call, ({ customer, card, charge }) => {
    const meant = store.cards
      .all()
      .filter((one) => (customer ?? one.customer) === one.customer && (card ?? one.id) === one.id);
    for (const one of meant) one.charge = charge;
    store.changed();
    return json(200, { changed: meant.length });
  });
}

const promotionSchema = z.strictObject({ code: z.string(), coupon: z.string() });

/** `POST /_promotion_codes`: creates a code for an existing coupon. */
export function promotionCode({ store }: StripeControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(promotionSchema, call, ({ code, coupon }) => {
    if (!store.coupons.get(coupon)) return json(400, { error: `there is no coupon ${coupon}` });
    const id = store.newId('promo');
    store.promotions.add({ id, created: store.now(), code, coupon, active: true });
    return json(200, { id, code });
  });
}

const endpointSchema = z.strictObject({ url: z.string(), events: z.optional(z.array(z.string())) });

/** `POST /_endpoints`: creates an endpoint like the dashboard. Returns the secret each time. */
export function endpoint({ store }: StripeControls, call: SandboxCall): Reply | Promise<Reply> {
  return reading(endpointSchema, call, ({ url, events = ['*'] }) => {
    const known = store.endpoints.all().find((one) => one.url === url);
    const one = known ?? addEndpoint(store, url, events);
    one.events = events;
    store.changed();
    return json(200, { id: one.id, url, secret: one.secret, events });
  });
}
