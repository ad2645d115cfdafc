import type { Projection, SubscriptionItem } from '#functions/data/items/subscription-item.ts';
import { noSubscription } from '#functions/data/items/subscription-item.ts';
import type { Preview } from '#functions/providers/stripe-billing.ts';
import type {
  StripeCustomer,
  StripeInvoice,
  StripePaymentMethod,
  StripeSubscription,
} from '#functions/providers/stripe-objects.ts';
import { isLive, isOver } from '#shared/rules/billing/billing.ts';
import { knownStatus, paidPlanTypes, type PaidPlan, type PlanType } from '#shared/rules/billing/plans.ts';

/** The preview is undefined if nothing will be billed. */
export type StripeFacts = {
  customer: StripeCustomer | undefined;
  subscription: StripeSubscription | undefined;
  preview: Preview | 'failed' | undefined;
};

type Known = {
  prices: Readonly<Record<PaidPlan, string>> | undefined;
  before: Pick<SubscriptionItem, 'subscriptionId' | 'canceled_at'>;
  now: Date;
};

const time = (seconds: number | null | undefined): string | undefined =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : undefined;

/** Stripe's times are in seconds, amounts in minor units. */
export function projectSubscription({ customer, subscription, preview }: StripeFacts, known: Known): Projection {
  const cardId = cardOf(customer, subscription);
  const card = { hasPaymentMethodAttached: cardId !== undefined, cardId, cardEndsAt: cardEnd(customer, subscription) };
  if (!subscription) return { ...neverSubscribed, ...card };
  const [item] = subscription.items.data;
  const status = knownStatus(subscription.status);
  const amount = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  const end = item?.current_period_end;
  return {
    status: subscription.status,
    subscriptionId: subscription.id,
    itemId: item?.id,
    priceId: item?.price.id,
    planType: planOf(subscription, known.prices),
    amount,
    ...dueOf(subscription, preview, amount),
    currency: subscription.currency,
    currentPeriodStart: time(item?.current_period_start),
    currentPeriodEnd: time(status === 'trialing' ? (subscription.trial_end ?? end) : end),
    ...card,
    ...cancellationOf(subscription, known),
  };
}

const neverSubscribed: Projection = (({ type: _, rev: _rev, generation: _generation, ...fields }) => fields)(
  noSubscription,
);

/** Found by configured price, else by lookup key, else by interval; `free` for an ended subscription. */
function planOf(subscription: StripeSubscription, prices: Known['prices']): PlanType {
  const price = subscription.items.data[0]?.price;
  const status = knownStatus(subscription.status);
  if (status === 'canceled' || status === 'incomplete_expired' || !price) return 'free';
  const paid =
    paidPlanTypes.find((plan) => price.id === prices?.[plan]) ??
    paidPlanTypes.find((plan) => price.lookup_key === plan);
  if (paid) return paid;
  if (price.recurring?.interval === 'month') return 'pro_monthly';
  return price.recurring?.interval === 'year' ? 'pro_annual' : 'free';
}

/** The portal sets the date; the API may only set the flag. */
export const isEnding = ({ cancel_at_period_end: flag, cancel_at: at }: StripeSubscription): boolean =>
  flag || typeof at === 'number';

type Due = Pick<Projection, 'amount_due' | 'amount_total_discount'>;
const nothingDue: Due = { amount_due: 0, amount_total_discount: 0 };

function dueOf(subscription: StripeSubscription, preview: StripeFacts['preview'], amount: number): Due {
  const status = knownStatus(subscription.status);
  if (isOver(status) || isEnding(subscription)) return nothingDue;
  if (status === 'past_due' || status === 'unpaid' || status === 'incomplete') {
    const invoice = invoiceOf(subscription);
    return invoice ? { amount_due: invoice.amount_remaining, amount_total_discount: discountOf(invoice) } : nothingDue;
  }
  if (preview === 'failed') return { amount_due: amount, amount_total_discount: 0 };
  return preview ? { amount_due: preview.amount_due, amount_total_discount: discountOf(preview) } : nothingDue;
}

const discountOf = ({ total_discount_amounts: discounts }: Pick<StripeInvoice, 'total_discount_amounts'>): number =>
  (discounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

export const invoiceOf = ({ latest_invoice: invoice }: StripeSubscription): StripeInvoice | undefined =>
  typeof invoice === 'object' && invoice !== null ? invoice : undefined;

/** Id of the card that Stripe would charge, in Stripe's order. */
export function cardOf(
  customer: StripeCustomer | undefined,
  subscription: StripeSubscription | undefined,
): string | undefined {
  return methodId(chargedCard(customer, subscription));
}

export const methodId = (method: StripePaymentMethod | null | undefined): string | undefined =>
  typeof method === 'string' ? method : method?.id;

/** A card is valid until the end of its month. */
function cardEnd(
  customer: StripeCustomer | undefined,
  subscription: StripeSubscription | undefined,
): string | undefined {
  const method = chargedCard(customer, subscription);
  const card = typeof method === 'object' ? method.card : undefined;
  return card ? new Date(Date.UTC(card.exp_year, card.exp_month)).toISOString() : undefined;
}

function chargedCard(
  customer: StripeCustomer | undefined,
  subscription: StripeSubscription | undefined,
): StripePaymentMethod | undefined {
  const ofCustomer = customer === undefined || customer.deleted === true ? undefined : customer;
  const places = [
    subscription?.default_payment_method,
    subscription?.default_source,
    ofCustomer?.invoice_settings.default_payment_method,
    ofCustomer?.default_source,
  ];
  return places.find((place) => place !== undefined && place !== null) ?? undefined;
}

type Cancellation = Pick<Projection, 'canceled_at' | 'cancel_at' | 'cancel_at_period_end'>;

function cancellationOf(subscription: StripeSubscription, { before, now }: Known): Cancellation {
  const { cancel_at: at, canceled_at: wishedAt, cancel_at_period_end: flag } = subscription;
  const cancelAt = time(at) ?? (flag ? time(subscription.items.data[0]?.current_period_end) : undefined);
  const seenBefore = before.subscriptionId === subscription.id ? before.canceled_at : undefined;
  return {
    canceled_at: time(wishedAt) ?? (cancelAt === undefined ? undefined : (seenBefore ?? now.toISOString())),
    cancel_at: cancelAt,
    cancel_at_period_end: isLive(knownStatus(subscription.status)) && isEnding(subscription),
  };
}
