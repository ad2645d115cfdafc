import { newsOf } from '../kit-time.ts';
import type { Sandbox } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { nextDueAt } from './clock.ts';
import { advanceAndDeliver } from './controls.ts';
import { stripeWebhooks } from './events/send-webhooks.ts';
import { failAsOrdered } from './refusal.ts';
import { stripeRoutes } from './routes.ts';
import { loadSpec } from './spec.ts';
import { stripeStore } from './store.ts';

/** `closing` stops webhooks in progress. */
export function stripeSandbox(world: SandboxWorld, closing: AbortSignal): Sandbox {
  const store = stripeStore(world);
  const mail = stripeWebhooks(store);
  store.post = mail.post;
  closing.addEventListener('abort', () => mail.close());
  loadSpec();
  return {
    name: 'stripe',
    title: 'Stripe billing',
    imitates: [
      'The API at /v1 of this port: customers, products, prices, coupons, checkout sessions for subscriptions, the billing portal, subscriptions, invoices, payment methods, events and webhook endpoints.',
      'Parameters are checked against the description of the API; keys, versions, idempotency keys, expand and cursors as well.',
      'Checkout and portal pages with cards to click on: two that work, one declined, one declined later, one whose confirmation fails.',
      'Time, together with the product: POST /stripe/_advance {"days": 5}, {"to": "trialEnd" | "periodEnd" | "2027-01-31T00:00:00Z"}; trial ends, renewals, retries and cancellations happen in order.',
      'Signed webhooks: POST /stripe/_deliveries {"do": "hold" | "release" | "drop" | "duplicate" | "delay" | "redeliver" | "settle", "next"?, "ids"?, "order"?: "reversed" | "shuffled", "times"?, "ms"?, "keepHolding"?}; GET /stripe/_deliveries lists them.',
      'POST /stripe/_truth {"customer"?} says what is really so; _settings {"retryDays"?, "afterRetries"?: "cancel" | "unpaid" | "past_due", "onePerCustomer"?}; _cards {"customer"?, "card"?, "charge": "works" | "declines" | "needsAuthentication"}; _promotion_codes {"code", "coupon"}; _endpoints {"url", "events"?}.',
    ],
    leavesOut: [
      'Real cards, taxes, refunds, disputes and receipts',
      'Proration by the second: a dearer plan bills the difference as one line, a cheaper one credits nothing',
      'Several languages on the pages: the locale is checked and answered only',
      'Several test clocks: they all show the one time of the sandbox',
    ],
    routes: stripeRoutes({ store, mail, ...(world.mover && { mover: world.mover }) }),
    rootPaths: ['/v1/'],
    fail: failAsOrdered,
    time: {
      join: () => store.join(),
      next: () => nextDueAt(store),
      run: async () => void (await advanceAndDeliver({ store, mail }, store.now())),
      news: newsOf(store.events.all, ({ type, object }) => `Stripe: ${type} ${String(object['id'])}`),
    },
    store: {
      ...store,
      reset: () => {
        mail.forget();
        store.reset();
      },
    },
  };
}
