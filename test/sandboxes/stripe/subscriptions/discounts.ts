import type { Checkout, Coupon, Discount, SandboxSubscription } from '../entities.ts';
import type { StripeStore } from '../store.ts';
import { addIntervals } from './calendar.ts';

/** In minor units. */
export function offBy(coupon: Coupon, amount: number): number {
  const off =
    coupon.percentOff === undefined ? (coupon.amountOff ?? 0) : Math.round((amount * coupon.percentOff) / 100);
  return Math.min(off, amount);
}

export function startDiscount(
  store: StripeStore,
  subscription: Pick<SandboxSubscription, 'id' | 'customer'>,
  off: NonNullable<Checkout['off']>,
  checkout?: string,
): Discount {
  const coupon = store.coupons.need(off.coupon);
  coupon.redeemed += 1;
  const start = store.now();
  const end = coupon.duration === 'repeating' ? addIntervals(start, 'month', coupon.months ?? 1) : undefined;
  return store.discounts.add({
    id: store.newId('di'),
    coupon: coupon.id,
    promotion: off.promotion,
    customer: subscription.customer,
    subscription: subscription.id,
    checkout,
    start,
    end,
  });
}

export function discountsOff(store: StripeStore, one: SandboxSubscription, amount: number, moment: number) {
  return one.discounts
    .map((id) => store.discounts.need(id))
    .filter((discount) => (discount.end ?? Infinity) > moment)
    .map((discount) => ({ discount: discount.id, amount: offBy(store.coupons.need(discount.coupon), amount) }));
}

/** Removes coupons that apply to a single invoice. */
export function useUpDiscounts(store: StripeStore, one: SandboxSubscription): void {
  one.discounts = one.discounts.filter((id) => {
    const { coupon, end } = store.discounts.need(id);
    return store.coupons.need(coupon).duration !== 'once' && (end ?? Infinity) > store.now();
  });
}
