import * as z from 'zod/mini';

import { isRecord } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { kinds, stateRest, type EventDelivery, type StripeSettings } from './entities.ts';

const usual = (): StripeSettings => ({ retryDays: [3, 5, 7], afterRetries: 'cancel', onePerCustomer: false });

function table<T extends { id: string }>(schema: z.ZodMiniType<T>) {
  const rows = new Map<string, T>();
  return {
    get: (id: string | undefined): T | undefined => (id === undefined ? undefined : rows.get(id)),
    need(id: string): T {
      const row = rows.get(id);
      if (!row) throw new Error(`the sandbox lost ${id}`);
      return row;
    },
    add(row: T): T {
      rows.set(row.id, row);
      return row;
    },
    remove: (id: string) => void rows.delete(id),
    all: (): T[] => [...rows.values()],
    clear: () => rows.clear(),
    restore(kept: unknown): void {
      const parsed = z.array(schema).safeParse(kept);
      for (const row of parsed.success ? parsed.data : []) rows.set(row.id, row);
    },
  };
}

export function stripeStore(world: SandboxWorld) {
  const tables = {
    customers: table(kinds.customers),
    cards: table(kinds.cards),
    products: table(kinds.products),
    prices: table(kinds.prices),
    coupons: table(kinds.coupons),
    promotions: table(kinds.promotions),
    discounts: table(kinds.discounts),
    checkouts: table(kinds.checkouts),
    configurations: table(kinds.configurations),
    portals: table(kinds.portals),
    subscriptions: table(kinds.subscriptions),
    invoices: table(kinds.invoices),
    events: table(kinds.events),
    endpoints: table(kinds.endpoints),
    deliveries: table(kinds.deliveries),
    kept: table(kinds.kept),
    testClocks: table(kinds.testClocks),
  };
  let settings = usual();
  let movedSeconds = 0;
  let heldUntil = 0;
  let lastId = 0;

  const store = {
    ...tables,
    /** By the real clock, in seconds. */
    wall: () => Math.floor(world.now().getTime() / 1000),
    /** By Stripe's clock, in seconds. */
    now: () => Math.max(store.wall() + movedSeconds, heldUntil),
    /** Never moves back. */
    moveTo(moment: number): void {
      movedSeconds = Math.max(movedSeconds, moment - store.wall());
      world.changed();
    },
    moved: () => movedSeconds,
    /** A clock that is ahead waits until the common clock has caught up. */
    join(): void {
      heldUntil = store.now();
      movedSeconds = 0;
    },
    /** Never reuses an id, not even after a reset. */
    newId(prefix: string): string {
      lastId += 1;
      return `${prefix}_local${lastId.toString(36).padStart(prefix === 'cs_test' ? 53 : 9, '0')}`;
    },
    settings: () => settings,
    change(wanted: Partial<StripeSettings>): void {
      settings = { ...settings, ...wanted };
      world.changed();
    },
    /** The current API call, which events name as their cause. */
    request: { id: undefined, key: undefined } as { id: string | undefined; key: string | undefined },
    post: (_: EventDelivery): void => undefined,
    key: world.clients.stripe.key,
    webhookSecret: world.clients.stripe.webhookSecret,
    changed: world.changed,
    reset(): void {
      for (const one of Object.values(tables)) one.clear();
      settings = usual();
      movedSeconds = 0;
      heldUntil = 0;
    },
    snapshot: () => ({
      ...Object.fromEntries(Object.entries(tables).map(([name, one]) => [name, one.all()])),
      rest: { settings, movedSeconds: store.now() - store.wall(), lastId },
    }),
    restore(kept: unknown): void {
      if (!isRecord(kept)) return;
      for (const [name, one] of Object.entries(tables)) one.restore(kept[name]);
      const rest = stateRest.safeParse(kept['rest']);
      if (rest.success) ({ settings, movedSeconds, lastId } = rest.data);
    },
  };
  return store;
}
export type StripeStore = ReturnType<typeof stripeStore>;
