import { isRecord } from '../../kit.ts';
import { isOver } from '../entities.ts';
import { listOf } from '../events/wire.ts';
import { wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { showLineItems } from './show-checkout.ts';
import { showSubscription } from './show-subscription.ts';
import { showById } from './show.ts';

const DEEPEST = 4;

/** Throws Stripe's error for other paths. */
export function expanded(store: StripeStore, shown: object, paths: readonly string[]): object {
  if (paths.length === 0) return shown;
  const body = structuredClone(shown);
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > DEEPEST) {
      throw wrong(
        `You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`,
        'expand',
        'property_expansion_max_depth',
      );
    }
    walk(store, body, names, path);
  }
  return body;
}

function walk(store: StripeStore, at: unknown, [name, ...rest]: string[], path: string): void {
  if (name === undefined || at === null) return;
  if (Array.isArray(at)) {
    for (const one of at) walk(store, one, [name, ...rest], path);
    return;
  }
  if (!isRecord(at)) throw notExpandable(path);
  at[name] ??= included(store, at, name);
  const value = at[name];
  if (value === undefined) throw notExpandable(path);
  if (typeof value === 'string') at[name] = objectOf(store, value, path);
  else if (Array.isArray(value)) {
    at[name] = value.map((one: unknown) => (typeof one === 'string' ? objectOf(store, one, path) : one));
  } else if (rest.length === 0 && value !== null && !isRecord(value)) throw notExpandable(path);
  walk(store, at[name], rest, path);
}

function objectOf(store: StripeStore, id: string, path: string): unknown {
  const found = showById(store, id);
  if (!found) throw notExpandable(path);
  return found;
}

function included(store: StripeStore, at: Record<string, unknown>, name: string): unknown {
  const id = typeof at['id'] === 'string' ? at['id'] : '';
  const checkout = store.checkouts.get(id);
  if (checkout && name === 'line_items') return showLineItems(store, checkout);
  if (at['object'] === 'customer' && name === 'subscriptions') {
    const own = store.subscriptions.all().filter((one) => one.customer === id && !isOver(one));
    return listOf(
      `/v1/customers/${id}/subscriptions`,
      own.map((one) => showSubscription(store, one)),
    );
  }
  return at[name];
}

function notExpandable(path: string): Error {
  return wrong(`This property cannot be expanded (${path}).`, 'expand');
}
