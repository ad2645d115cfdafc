import * as z from 'zod/mini';

/** Seconds since 1970. */
const when = z.int();
const maybe = z.optional;
const id = z.string();
const texts = z.record(z.string(), z.string());

const customer = z.object({
  id,
  created: when,
  email: maybe(z.string()),
  name: maybe(z.string()),
  phone: maybe(z.string()),
  description: maybe(z.string()),
  metadata: texts,
  locales: z.array(z.string()),
  /** For invoices of subscriptions without a separate card. */
  defaultCard: maybe(id),
  deleted: z.boolean(),
  testClock: maybe(id),
  nextInvoice: z.int(),
});

const testClock = z.object({ id, created: when, name: maybe(z.string()) });

/** `charge` is the bank's response to every charge. */
const card = z.object({
  id,
  created: when,
  customer: maybe(id),
  brand: z.enum(['visa', 'mastercard']),
  last4: z.string(),
  charge: z.enum(['works', 'declines', 'needsAuthentication']),
  metadata: texts,
});

const product = z.object({
  id,
  created: when,
  name: z.string(),
  description: maybe(z.string()),
  active: z.boolean(),
  metadata: texts,
});

const interval = z.enum(['day', 'week', 'month', 'year']);
const price = z.object({
  id,
  created: when,
  product: id,
  currency: z.string(),
  /** In minor units. */
  amount: z.int(),
  recurring: maybe(z.object({ interval, count: z.int() })),
  lookupKey: maybe(z.string()),
  nickname: maybe(z.string()),
  active: z.boolean(),
  metadata: texts,
});

const coupon = z.object({
  id,
  created: when,
  name: maybe(z.string()),
  percentOff: maybe(z.number()),
  amountOff: maybe(z.int()),
  currency: maybe(z.string()),
  duration: z.enum(['once', 'repeating', 'forever']),
  months: maybe(z.int()),
  redeemed: z.int(),
  metadata: texts,
});

const promotion = z.object({ id, created: when, code: z.string(), coupon: id, active: z.boolean() });

const discount = z.object({
  id,
  coupon: id,
  promotion: maybe(id),
  customer: maybe(id),
  subscription: maybe(id),
  checkout: maybe(id),
  start: when,
  end: maybe(when),
});

const missingPaymentMethod = z.enum(['cancel', 'pause', 'create_invoice']);
const billingMode = z.enum(['classic', 'flexible']);
const lineItem = z.object({ id, price: id, quantity: z.int() });

const checkout = z.object({
  id,
  created: when,
  url: z.string(),
  customer: maybe(id),
  email: maybe(z.string()),
  items: z.array(lineItem),
  successUrl: z.string(),
  cancelUrl: maybe(z.string()),
  clientReference: maybe(z.string()),
  locale: maybe(z.string()),
  /** By the caller's clock. */
  expiresAt: when,
  /** By the sandbox's clock. */
  endsAt: when,
  metadata: texts,
  collection: z.enum(['always', 'if_required']),
  allowCodes: maybe(z.boolean()),
  /** At most one, like at Stripe. */
  off: maybe(z.object({ coupon: id, promotion: maybe(id) })),
  subscriptionMetadata: texts,
  billingMode,
  trialDays: maybe(z.int()),
  trialEnd: maybe(when),
  missingPaymentMethod,
  status: z.enum(['open', 'complete', 'expired']),
  paymentStatus: z.enum(['unpaid', 'paid', 'no_payment_required']),
  subscription: maybe(id),
  invoice: maybe(id),
});

const afterCompletion = z.object({
  type: z.enum(['portal_homepage', 'redirect', 'hosted_confirmation']),
  returnUrl: maybe(z.string()),
  message: maybe(z.string()),
});
const flow = z.object({
  type: z.enum(['payment_method_update', 'subscription_cancel', 'subscription_update', 'subscription_update_confirm']),
  subscription: maybe(id),
  item: maybe(z.object({ id, price: maybe(id), quantity: maybe(z.int()) })),
  after: afterCompletion,
});
const portal = z.object({
  id,
  created: when,
  /** The address is the only credential. */
  secret: z.string(),
  url: z.string(),
  customer: id,
  configuration: id,
  returnUrl: maybe(z.string()),
  locale: maybe(z.string()),
  flow: maybe(flow),
});

const configuration = z.object({
  id,
  created: when,
  updated: when,
  active: z.boolean(),
  isDefault: z.boolean(),
  name: maybe(z.string()),
  metadata: texts,
  headline: maybe(z.string()),
  privacyUrl: maybe(z.string()),
  termsUrl: maybe(z.string()),
  returnUrl: maybe(z.string()),
  customerUpdate: z.object({ enabled: z.boolean(), allowed: z.array(z.string()) }),
  invoiceHistory: z.boolean(),
  cardUpdate: z.boolean(),
  cancel: z.object({
    enabled: z.boolean(),
    mode: z.enum(['at_period_end', 'immediately']),
    prorations: z.string(),
    reasons: z.array(z.string()),
    asksReason: z.boolean(),
  }),
  planUpdate: z.object({
    enabled: z.boolean(),
    allowed: z.array(z.string()),
    products: z.array(z.object({ product: id, prices: z.array(id) })),
    prorations: z.string(),
    trial: z.enum(['continue_trial', 'end_trial']),
  }),
  pause: z.boolean(),
});

const status = z.enum([
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
]);
const subscription = z.object({
  id,
  created: when,
  customer: id,
  status,
  billingMode,
  currency: z.string(),
  items: z.array(z.object({ ...lineItem.shape, created: when })),
  periodStart: when,
  periodEnd: when,
  /** Periods are counted from here. */
  anchor: when,
  trialStart: maybe(when),
  trialEnd: maybe(when),
  trialWarned: z.boolean(),
  missingPaymentMethod,
  cancelAt: maybe(when),
  cancelAtPeriodEnd: z.boolean(),
  canceledAt: maybe(when),
  endedAt: maybe(when),
  cancelReason: maybe(z.enum(['cancellation_requested', 'payment_disputed', 'payment_failed'])),
  cancelComment: maybe(z.string()),
  card: maybe(id),
  latestInvoice: maybe(id),
  discounts: z.array(id),
  metadata: texts,
  description: maybe(z.string()),
});

const reason = z.enum(['subscription_create', 'subscription_cycle', 'subscription_update', 'upcoming']);
const invoice = z.object({
  id,
  created: when,
  number: maybe(z.string()),
  customer: id,
  subscription: id,
  currency: z.string(),
  reason,
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  lines: z.array(
    z.object({
      id,
      amount: z.int(),
      description: z.string(),
      price: id,
      item: id,
      quantity: z.int(),
      start: when,
      end: when,
      proration: z.boolean(),
    }),
  ),
  off: z.array(z.object({ amount: z.int(), discount: id })),
  periodStart: when,
  periodEnd: when,
  amountPaid: z.int(),
  attempts: z.int(),
  /** When a draft is opened and charged. */
  finalizesAt: maybe(when),
  nextAttempt: maybe(when),
  finalizedAt: maybe(when),
  paidAt: maybe(when),
  voidedAt: maybe(when),
});

const event = z.object({
  id,
  created: when,
  type: z.string(),
  object: z.record(z.string(), z.unknown()),
  previous: maybe(z.record(z.string(), z.unknown())),
  requestId: maybe(z.string()),
  idempotencyKey: maybe(z.string()),
});

const endpoint = z.object({
  id,
  created: when,
  url: z.string(),
  secret: z.string(),
  events: z.array(z.string()),
  apiVersion: maybe(z.string()),
  description: maybe(z.string()),
  metadata: texts,
  enabled: z.boolean(),
});

const delivery = z.object({
  id,
  event: id,
  type: z.string(),
  endpoint: id,
  state: z.enum(['waiting', 'delivered', 'failed', 'dropped']),
  /** The HTTP status of each attempt, or why there was none. */
  attempts: z.array(z.union([z.int(), z.string()])),
  retryAt: maybe(when),
});

const kept = z.object({
  id,
  /** By the real clock. */
  created: when,
  asked: z.string(),
  status: z.int(),
  body: z.string(),
  requestId: z.string(),
});

const settings = z.object({
  /** Days after the first failed attempt at which an invoice is retried. */
  retryDays: z.array(z.int()),
  afterRetries: z.enum(['cancel', 'unpaid', 'past_due']),
  /** Whether checkout refuses a customer with a live subscription. */
  onePerCustomer: z.boolean(),
});
export const settingsChange = z.strictObject({
  retryDays: maybe(settings.shape.retryDays),
  afterRetries: maybe(settings.shape.afterRetries),
  onePerCustomer: maybe(settings.shape.onePerCustomer),
});

export const kinds = {
  customers: customer,
  cards: card,
  products: product,
  prices: price,
  coupons: coupon,
  promotions: promotion,
  discounts: discount,
  checkouts: checkout,
  configurations: configuration,
  portals: portal,
  subscriptions: subscription,
  invoices: invoice,
  events: event,
  endpoints: endpoint,
  deliveries: delivery,
  kept,
  testClocks: testClock,
} as const;

export const stateRest = z.object({ settings, movedSeconds: z.int(), lastId: z.int() });

export type Customer = z.output<typeof customer>;
export type Card = z.output<typeof card>;
export type StripeProduct = z.output<typeof product>;
export type Price = z.output<typeof price>;
export type Coupon = z.output<typeof coupon>;
export type Promotion = z.output<typeof promotion>;
export type Discount = z.output<typeof discount>;
export type Checkout = z.output<typeof checkout>;
export type Portal = z.output<typeof portal>;
export type StripePortalFlow = z.output<typeof flow>;
export type Configuration = z.output<typeof configuration>;
export type SandboxSubscription = z.output<typeof subscription>;
export type Invoice = z.output<typeof invoice>;
export type Event = z.output<typeof event>;
export type WebhookEndpoint = z.output<typeof endpoint>;
export type EventDelivery = z.output<typeof delivery>;
export type TestClock = z.output<typeof testClock>;
export type Kept = z.output<typeof kept>;
export type StripeSettings = z.output<typeof settings>;
export type Interval = z.output<typeof interval>;

export const isOver = ({ status: is }: Pick<SandboxSubscription, 'status'>): boolean =>
  is === 'canceled' || is === 'incomplete_expired';

export const isLive = ({ status: is }: Pick<SandboxSubscription, 'status'>): boolean =>
  is === 'active' || is === 'trialing' || is === 'past_due';
