import { isRecord } from '../../kit.ts';
import type { StripeStore } from '../store.ts';
import { showCoupon, showDiscount, showPrice, showProduct, showPromotion } from './show-catalog.ts';
import { showCheckout } from './show-checkout.ts';
import { showCard, showCustomer } from './show-customer.ts';
import { showEndpoint, showEvent } from './show-event.ts';
import { showInvoice } from './show-invoice.ts';
import { showConfiguration, showPortal } from './show-portal.ts';
import { showSubscription } from './show-subscription.ts';

export function showById(store: StripeStore, id: string): Record<string, unknown> | undefined {
  const shown = find(store, id);
  return isRecord(shown) ? shown : undefined;
}

function find(store: StripeStore, id: string): unknown {
  const customer = store.customers.get(id);
  if (customer) return showCustomer(store, customer);
  const subscription = store.subscriptions.get(id);
  if (subscription) return showSubscription(store, subscription);
  const invoice = store.invoices.get(id);
  if (invoice) return showInvoice(store, invoice);
  const card = store.cards.get(id);
  if (card) return showCard(store, card);
  const checkout = store.checkouts.get(id);
  if (checkout) return showCheckout(store, checkout);
  return findRarer(store, id);
}

function findRarer(store: StripeStore, id: string): unknown {
  const price = store.prices.get(id);
  if (price) return showPrice(price);
  const product = store.products.get(id);
  if (product) return showProduct(product);
  const coupon = store.coupons.get(id);
  if (coupon) return showCoupon(coupon);
  const discount = store.discounts.get(id);
  if (discount) return showDiscount(discount);
  const promotion = store.promotions.get(id);
  if (promotion) return showPromotion(promotion);
  const portal = store.portals.get(id);
  if (portal) return showPortal(portal);
  const configuration = store.configurations.get(id);
  if (configuration) return showConfiguration(configuration);
  const event = store.events.get(id);
  if (event) return showEvent(store, event);
  const endpoint = store.endpoints.get(id);
  return endpoint && showEndpoint(endpoint);
}
