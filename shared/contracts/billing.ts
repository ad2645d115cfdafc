import * as z from 'zod/mini';

import { billingEventsPath } from '../rules/billing/billing-events.ts';
import { planTypes } from '../rules/billing/plans.ts';
import { contract, type Endpoint } from './endpoint.ts';
import { idText, numericId, time } from './fields.ts';

/** Money in minor units, times in UTC. */
const subscription = z.object({
  /** Stripe's own word, or `inactive` where there has never been one. */
  status: z.string(),
  planType: z.enum(planTypes),
  workspaceId: numericId,
  /** Per billing period. */
  amount: z.int(),
  /** Of the next invoice, or of the open one. */
  amount_due: z.int(),
  amount_total_discount: z.int(),
  currency: z.string(),
  currentPeriodStart: z.nullable(time),
  currentPeriodEnd: z.nullable(time),
  hasPaymentMethodAttached: z.boolean(),
  /** Both are set exactly when the subscription is to end or has ended by a cancellation. */
  canceled_at: z.nullable(time),
  cancel_at: z.nullable(time),
  cancel_at_period_end: z.boolean(),
});

export type Subscription = z.output<typeof subscription>;

const ofWorkspace = {
  access: 'session',
  scope: 'workspace',
  params: z.object({ workspaceId: idText }),
  owned: { 'params.workspaceId': 'workspace' },
  unreadableParams: 'subscription.invalidWorkspace',
} as const satisfies Partial<Endpoint>;

/** Short-lived, and whoever has it is in: to be opened at once and kept nowhere. */
const page = z.object({ url: z.url() });

/** `pt`, `en` or `es`; anything else lets Stripe choose. */
const locale = z.optional(z.string());
const session = { ...ofWorkspace, body: z.object({ locale }), reply: page } as const;

export const billingContract = contract({
  readSubscription: {
    method: 'GET',
    path: '/api/subscription/{workspaceId}',
    ...ofWorkspace,
    reply: subscription,
    summary: 'The subscription of a workspace',
  },
  createPortalSession: {
    method: 'POST',
    path: '/api/subscription/{workspaceId}/create-portal-session',
    ...session,
    summary: 'Address of the billing portal',
  },
  createPlanUpdateSession: {
    method: 'POST',
    path: '/api/subscription/{workspaceId}/create-plan-update-session',
    ...session,
    summary: 'Address of the page to change the plan on',
  },
  createPaymentMethodUpdateSession: {
    method: 'POST',
    path: '/api/subscription/{workspaceId}/create-payment-method-update-session',
    ...session,
    summary: 'Address of the page to add or change the card on',
  },
  createCheckoutSession: {
    method: 'POST',
    path: '/api/subscription/{workspaceId}/create-checkout-session',
    ...ofWorkspace,
    body: z.object({
      /** A price of ours, or the alias `pro_monthly` or `pro_annual`. */
      priceId: z.string(),
      /** Read, never used: the price says it. */
      planType: z.optional(z.unknown()),
      locale,
    }),
    reply: page,
    summary: 'Address of the page to subscribe on',
  },
});

/** What became of an event, for whoever looks at deliveries in Stripe's dashboard. */
const outcome = z.object({ outcome: z.string() });

export const billingEventsContract = contract({
  receiveBillingEvent: {
    method: 'POST',
    path: billingEventsPath,
    access: 'key',
    reply: 'raw',
    answers: { 200: outcome, 400: outcome, 500: outcome },
    summary: 'Stripe says that something happened; signed',
  },
});
