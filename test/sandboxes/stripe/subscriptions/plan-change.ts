import type { SandboxSubscription } from '../entities.ts';
import { change } from '../events/events.ts';
import type { StripeStore } from '../store.ts';
import { cardFor, charge, finalize, newInvoice } from './invoicing.ts';
import { beginPeriod } from './subscribing.ts';

type Wanted = { item: string; price: string; quantity?: number | undefined; prorations?: string | undefined };

/** Does not model proration by the second: the difference is billed as one line. */
export function changePlan(store: StripeStore, one: SandboxSubscription, wanted: Wanted): void {
  const item = one.items.find((each) => each.id === wanted.item);
  if (!item) throw new Error(`the sandbox lost ${wanted.item}`);
  const before = store.prices.need(item.price);
  const after = store.prices.need(wanted.price);
  const quantity = wanted.quantity ?? item.quantity;
  const difference = after.amount * quantity - before.amount * item.quantity;
  const otherInterval = before.recurring?.interval !== after.recurring?.interval;
  change(store, 'customer.subscription.updated', one.id, () => {
    item.price = after.id;
    item.quantity = quantity;
    if (one.status === 'trialing') return;
    if (otherInterval) {
      one.anchor = store.now();
      beginPeriod(store, one, store.now());
    }
    if (difference <= 0 || wanted.prorations === 'none') return;
    const { periodStart, periodEnd } = one;
    const name = store.products.need(after.product).name;
    const line = {
      id: store.newId('il'),
      amount: difference,
      description: `Difference to the new plan of ${name}`,
      price: after.id,
      item: item.id,
      quantity,
      start: store.now(),
      end: periodEnd,
      proration: true,
    };
    newInvoice(store, one, { reason: 'subscription_update', lines: [line], periodStart, periodEnd });
  });
  const invoice = store.invoices.get(one.latestInvoice);
  if (invoice?.status !== 'draft' || invoice.reason !== 'subscription_update') return;
  finalize(store, invoice);
  charge(store, invoice, cardFor(store, one));
}
