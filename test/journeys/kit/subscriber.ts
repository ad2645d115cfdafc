import { inject } from 'vitest';
import * as z from 'zod/mini';

import { billingContract, type Subscription } from '#shared/contracts/billing.ts';

import type { Answered } from '../../local/browser-like.ts';
import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { parsedReply } from './answers.ts';
import type { JourneyPerson } from './person.ts';

const stripe = () => sandboxClient(inject('stack').sandboxUrl ?? '');
const truth = z.object({
  customers: z.array(
    z.object({
      id: z.string(),
      /** Absent if the customer is deleted. */
      metadata: z.optional(z.record(z.string(), z.string())),
      deleted: z.optional(z.boolean()),
    }),
  ),
  subscriptions: z.array(z.looseObject({ id: z.string(), status: z.string(), customer: z.string() })),
  invoices: z.array(z.looseObject({ id: z.string(), status: z.nullable(z.string()) })),
  prices: z.optional(z.array(z.looseObject({ id: z.string(), lookup_key: z.nullable(z.string()) }))),
  checkoutSessions: z.array(z.looseObject({ id: z.string(), status: z.string(), locale: z.nullable(z.string()) })),
});

export const stripeTruth = async (customer?: string) =>
  truth.parse((await stripe().json('/stripe/_truth', { ...(customer !== undefined && { customer }) })).body);

/** Holds the webhooks until the sandbox restarts. */
export async function holdWebhooksOf(customer: string): Promise<void> {
  const { status, text } = await stripe().json('/stripe/_deliveries', { do: 'hold', customer });
  if (status !== 200) throw new Error(text);
}

const deliveries = z.object({
  deliveries: z.array(z.object({ event: z.string(), type: z.string(), state: z.string() })),
});
const events = z.object({
  events: z.array(z.object({ id: z.string(), data: z.object({ object: z.looseObject({}) }) })),
});

/** The types of the customer's events that were answered successfully, once no delivery is in progress. */
export async function deliveredTo(customer: string): Promise<string[]> {
  const { deliveries: all } = deliveries.parse((await stripe().json('/stripe/_deliveries', { do: 'settle' })).body);
  const { events: known } = events.parse((await stripe().json('/stripe/_truth', {})).body);
  const theirs = new Set(known.filter(({ data }) => data.object['customer'] === customer).map(({ id }) => id));
  return all.filter(({ event, state }) => theirs.has(event) && state === 'delivered').map(({ type }) => type);
}

export const priceAtStripe = async (plan: 'pro_monthly' | 'pro_annual'): Promise<string> =>
  (await stripeTruth()).prices?.find(({ lookup_key: key }) => key === plan)?.id ?? '';

export async function subscriberAt(person: JourneyPerson, workspaceId?: number) {
  const id = workspaceId ?? (await person.current()).id;
  const path = `/api/subscription/${id}`;
  const headers = { 'x-workspace-id': String(id) };
  const ask = (what: string, body: Record<string, unknown>): Promise<Answered> =>
    person.send('POST', `${path}/${what}`, body, headers);
  const below = (url: string): string => url.replace(inject('stack').sandboxUrl ?? '', '');
  const page = (answer: Answered): string => parsedReply(billingContract.createPortalSession.reply, answer).url;
  return {
    id,
    ask,
    read: async (): Promise<Subscription> =>
      parsedReply(billingContract.readSubscription.reply, await person.get(path, headers)),
    checkout: async (priceId = 'pro_monthly', locale = 'pt'): Promise<string> =>
      page(await ask('create-checkout-session', { priceId, planType: 'pro_annual', locale })),
    portal: async (what: string): Promise<string> => page(await ask(what, { locale: 'en' })),
    /** Presses a button at Stripe and resolves to the redirect target. */
    press: (url: string, fields: Record<string, string>, step = '') => stripe().form(below(url) + step, fields),
    customer: async (): Promise<string> =>
      (await stripeTruth()).customers.find(({ metadata }) => metadata?.['workspaceId'] === String(id))?.id ?? '',
  };
}

export type Subscriber = Awaited<ReturnType<typeof subscriberAt>>;
