import type { StripeRequest } from './api.ts';
import type { Interval } from './entities.ts';
import { change, emit } from './events/events.ts';
import { flag, has, int, text, texts, type Params } from './params.ts';
import { missing, wrong } from './refusal.ts';
import { pageOf } from './views/list.ts';
import { mergedMetadata } from './views/metadata.ts';
import { showCoupon, showPrice, showProduct } from './views/show-catalog.ts';

export function createProduct({ store, params }: StripeRequest): object {
  const id = text(params, 'id') ?? store.newId('prod');
  if (store.products.get(id)) throw wrong(`Product already exists.`, 'id', 'resource_already_exists');
  const one = store.products.add({
    id,
    created: store.now(),
    name: needed(params, 'name'),
    description: text(params, 'description'),
    active: flag(params, 'active') ?? true,
    metadata: mergedMetadata(params),
  });
  emit(store, 'product.created', id);
  return showProduct(one);
}

export function retrieveProduct({ store, id }: StripeRequest): object {
  const one = store.products.get(id);
  if (!one) throw missing('product', id);
  return showProduct(one);
}

export function updateProduct({ store, params, id }: StripeRequest): object {
  const one = store.products.get(id);
  if (!one) throw missing('product', id);
  const other = Object.keys(params).find((name) => name !== 'active');
  if (other !== undefined) throw wrong(`This sandbox changes only whether a product is active.`, other);
  change(store, 'product.updated', id, () => void (one.active = flag(params, 'active') ?? one.active));
  return showProduct(one);
}

export function listProducts({ store, params }: StripeRequest): object {
  const ids = texts(params, 'ids');
  const active = flag(params, 'active');
  const rows = store.products
    .all()
    .filter((one) => (ids.length === 0 || ids.includes(one.id)) && (active ?? one.active) === one.active);
  return pageOf(rows, params, '/v1/products', showProduct);
}

const intervals: readonly Interval[] = ['day', 'week', 'month', 'year'];

export function createPrice({ store, params }: StripeRequest): object {
  const product = store.products.get(needed(params, 'product'));
  if (!product) throw missing('product', text(params, 'product') ?? '', 'product');
  const amount = int(params, 'unit_amount');
  if (amount === undefined || amount < 0) throw wrong('Only prices with a unit_amount are imitated.', 'unit_amount');
  const interval = intervals.find((one) => one === text(params, 'recurring', 'interval'));
  if (has(params, 'recurring') && !interval) throw wrong('Invalid interval.', 'recurring[interval]');
  const lookupKey = text(params, 'lookup_key');
  const holder = store.prices.all().find((one) => lookupKey !== undefined && one.lookupKey === lookupKey);
  if (holder && flag(params, 'transfer_lookup_key') !== true) {
    throw wrong(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists');
  }
  if (holder) change(store, 'price.updated', holder.id, () => void delete holder.lookupKey);
  const one = store.prices.add({
    id: store.newId('price'),
    created: store.now(),
    product: product.id,
    currency: needed(params, 'currency').toLowerCase(),
    amount,
    ...(interval && { recurring: { interval, count: int(params, 'recurring', 'interval_count') ?? 1 } }),
    lookupKey,
    nickname: text(params, 'nickname'),
    active: flag(params, 'active') ?? true,
    metadata: mergedMetadata(params),
  });
  emit(store, 'price.created', one.id);
  return showPrice(one);
}

export function retrievePrice({ store, id }: StripeRequest): object {
  const one = store.prices.get(id);
  if (!one) throw missing('price', id);
  return showPrice(one);
}

export function listPrices({ store, params }: StripeRequest): object {
  const keys = texts(params, 'lookup_keys');
  const active = flag(params, 'active');
  const product = text(params, 'product');
  const rows = store.prices
    .all()
    .filter(
      (one) =>
        (keys.length === 0 || (one.lookupKey !== undefined && keys.includes(one.lookupKey))) &&
        (active ?? one.active) === one.active &&
        (product ?? one.product) === one.product,
    );
  return pageOf(rows, params, '/v1/prices', showPrice);
}

const durations = ['once', 'repeating', 'forever'] as const;

export function createCoupon({ store, params }: StripeRequest): object {
  const id = text(params, 'id') ?? store.newId('coupon').slice('coupon_'.length);
  if (store.coupons.get(id)) throw wrong('Coupon already exists.', 'id', 'resource_already_exists');
  const percentOff = int(params, 'percent_off');
  const amountOff = int(params, 'amount_off');
  if ((percentOff === undefined) === (amountOff === undefined)) throw wrong('Must provide percent_off or amount_off.');
  if (amountOff !== undefined && !has(params, 'currency'))
    throw wrong('Must provide currency with amount_off.', 'currency');
  const duration = durations.find((one) => one === text(params, 'duration')) ?? 'once';
  const months = int(params, 'duration_in_months');
  if ((duration === 'repeating') !== (months !== undefined)) {
    throw wrong('duration_in_months goes with duration=repeating.', 'duration_in_months');
  }
  const one = store.coupons.add({
    id,
    created: store.now(),
    name: text(params, 'name'),
    percentOff,
    amountOff,
    currency: amountOff === undefined ? undefined : text(params, 'currency')?.toLowerCase(),
    duration,
    months,
    redeemed: 0,
    metadata: mergedMetadata(params),
  });
  return showCoupon(one);
}

export function retrieveCoupon({ store, id }: StripeRequest): object {
  const one = store.coupons.get(id);
  if (!one) throw missing('coupon', id);
  return showCoupon(one);
}

/** Required even if parameters are not validated against a description. */
export function needed(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw wrong(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
}
