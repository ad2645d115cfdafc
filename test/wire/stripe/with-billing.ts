import { Refusal } from '#shared/refusals.ts';

import type { ABilling } from '../../support/worlds/billing/a-billing.ts';

type Card = 'none' | 'pm_card_visa' | 'pm_card_mastercard' | 'pm_card_chargeCustomerFail';
type Wish = { card?: Card; id?: number; plan?: string };

/** Subscribes the workspace. Workspace 1 gets a trial, workspace 2 needs a card. */
export async function subscribed(at: ABilling, { card, id = 1, plan = 'pro_monthly' }: Wish = {}) {
  await paid(at, { card: card ?? (id === 1 ? 'none' : 'pm_card_visa'), id, plan });
  return (await at.sync(id)).item;
}

/** Pays the checkout page. The product has not received an event yet. */
export async function paid(at: ABilling, { card = 'none', id = 1, plan = 'pro_monthly' }: Wish = {}): Promise<void> {
  await at.pressed((await at.checkout(id, plan)).url, { action: 'pay', card });
}

/** Subscribes with a card that is declined from the first renewal on. */
export async function pastDue(at: ABilling) {
  await subscribed(at, { id: 2, card: 'pm_card_chargeCustomerFail' });
  at.advance(31.5);
  return (await at.sync(2)).item;
}

export async function refusalOf(work: Promise<unknown>): Promise<[status: number, key: string]> {
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused');
  return [error.status, error.code];
}

export const eventsOf = (at: ABilling) => at.logged.map(({ event }) => event);

export const atStripe = (at: ABilling, id = 1) => at.sandbox.subscriptions.need(at.items.get(id)?.subscriptionId ?? '');

export const openInvoices = (at: ABilling) => at.sandbox.invoices.all().filter(({ status }) => status === 'open');

export const openCheckouts = (at: ABilling) => at.sandbox.checkouts.all().filter(({ status }) => status === 'open');

export const lastCheckout = (at: ABilling) => at.sandbox.checkouts.all().at(-1);
