import * as z from 'zod/mini';

import { billingEventsPath } from '../rules/billing/billing-events.ts';
import { planTypes } from '../rules/billing/plans.ts';
import { trialOwners } from '../rules/billing/trial.ts';
import { contract, type Endpoint } from './endpoint.ts';
import { idText, numericId, time } from './fields.ts';

/** Amounts are in minor units. */
const subscription = z.object({
  /** Stripe's status; `inactive` without a subscription. */
  status: z.string(),
  planType: z.enum(planTypes),
  workspaceId: numericId,
  amount: z.int(),
  /** Amount of the next invoice, or of the open one. */
  amount_due: z.int(),
  amount_total_discount: z.int(),
  currency: z.string(),
  currentPeriodStart: z.nullable(time),
  currentPeriodEnd: z.nullable(time),
  hasPaymentMethodAttached: z.boolean(),
  /** Both are set only when a cancellation is scheduled or has happened. */
  canceled_at: z.nullable(time),
  cancel_at: z.nullable(time),
  cancel_at_period_end: z.boolean(),
  /** The trial ended early because this user, Amazon account or WhatsApp number already had one. */
  secondTrial: z.optional(z.enum(trialOwners)),
});

export type Subscription = z.output<typeof subscription>;

const ofWorkspace = {
  access: 'session',
  scope: 'workspace',
  params: z.object({ workspaceId: idText }),
  owned: { 'params.workspaceId': 'workspace' },
  unreadableParams: 'subscription.invalidWorkspace',
} as const satisfies Partial<Endpoint>;

/** The address is short-lived and gives access without a sign-in, so it must not be stored. */
const page = z.object({ url: z.url() });

/** Stripe chooses the language for values other than `pt`, `en` and `es`. */
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
    summary: 'URL of the billing portal',
  },
  createPlanUpdateSession: {
    method: 'POST',
    path: '/api/subscription/{workspaceId}/create-plan-update-session',
    ...session,
    summary: 'URL of the page for changing the plan',
  },
  createPaymentMethodUpdateSession: {
    method: 'POST',
    path: '/api/subscription/{workspaceId}/create-payment-method-update-session',
    ...session,
    summary: 'URL of the page for adding or changing the card',
  },
  createCheckoutSession: {
    method: 'POST',
    path: '/api/subscription/{workspaceId}/create-checkout-session',
    ...ofWorkspace,
    body: z.object({
      /** A Stripe price id, or `pro_monthly` or `pro_annual`. */
      priceId: z.string(),
      /** Ignored: the price decides. */
      planType: z.optional(z.unknown()),
      locale,
    }),
    reply: page,
    summary: 'URL of the page for subscribing',
  },
});

/** Shown next to the delivery in Stripe's dashboard. */
const outcome = z.object({ outcome: z.string() });

export const billingEventsContract = contract({
  receiveBillingEvent: {
    method: 'POST',
    path: billingEventsPath,
    access: 'key',
    reply: 'raw',
    answers: { 200: outcome, 400: outcome, 500: outcome },
    summary: 'Webhook of Stripe; signed',
  },
});
