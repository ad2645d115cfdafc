import type Stripe from 'stripe';

/** A Stripe type in its JSON form: decimals are strings. */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer U)[]
      ? Wire<U>[]
      : { [K in keyof T]: Wire<T[K]> };

export function listOf<T>(url: string, data: T[], hasMore = false) {
  return { object: 'list' as const, data, has_more: hasMore, url };
}
