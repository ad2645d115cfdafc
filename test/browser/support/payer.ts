import { expect, type BrowserContext } from '@playwright/test';
import type Stripe from 'stripe';
import * as z from 'zod/mini';

import { stripeAccount } from '#infra/billing/stripe-account.ts';
import { billingContract, type Subscription } from '#shared/contracts/billing.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { defaultClients } from '../../sandboxes/world.ts';
import { addresses } from './addresses.ts';
import type { BrowserPerson } from './person.ts';

const customers = z.object({
  customers: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.string()) })),
});
const nextMonth = () => Math.floor(Date.now() / 1000) + 30 * 86_400;

export async function payerAt(context: BrowserContext, person: BrowserPerson) {
  const { appUrl, sandboxUrl } = addresses();
  const { id } = await person.current();
  const stripe = stripeAccount(defaultClients.stripe.key, sandboxUrl);
  const sandbox = sandboxClient(sandboxUrl);
  const below = `${appUrl}/api/subscription/${id}`;

  const read = async (): Promise<Subscription> =>
    billingContract.readSubscription.reply.parse(await (await context.request.get(below)).json());

  async function customer(): Promise<string> {
    await context.request.post(`${below}/create-checkout-session`, { data: { priceId: 'pro_monthly', locale: 'en' } });
    return known();
  }

  async function known(): Promise<string> {
    const all = customers.parse((await sandbox.json('/stripe/_truth', {})).body);
    const found = all.customers.find(({ metadata }) => metadata['workspaceId'] === String(id));
    if (!found) throw new Error(`no customer for workspace ${id}`);
    return found.id;
  }

  async function addCard(owner: string): Promise<string> {
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: owner });
    await stripe.customers.update(owner, { invoice_settings: { default_payment_method: card.id } });
    return card.id;
  }

  async function subscribe(owner: string, more: Partial<Stripe.SubscriptionCreateParams> = {}, plan?: PaidPlan) {
    const { data } = await stripe.prices.list({ lookup_keys: [plan ?? 'pro_annual'] });
    const items = data.map((price) => ({ price: price.id }));
    return stripe.subscriptions.create({ customer: owner, items, billing_mode: { type: 'flexible' }, ...more });
  }

  const onTrial = (owner: string, missing: 'cancel' | 'pause' = 'cancel') =>
    subscribe(owner, {
      trial_period_days: 5,
      trial_settings: { end_behavior: { missing_payment_method: missing } },
    });

  return {
    id,
    stripe,
    customer,
    addCard,
    subscribe,
    onTrial,
    read,
    holdWebhooks: (owner: string) => sandbox.json('/stripe/_deliveries', { do: 'hold', customer: owner }),
    dropCard: (card: string) => stripe.paymentMethods.detach(card),
    decline: (owner: string) => sandbox.json('/stripe/_cards', { customer: owner, charge: 'declines' }),
    /** Ends the trial of this subscription only; moving the sandbox's clock would end all trials. */
    endTrial: (subscription: string) => stripe.subscriptions.update(subscription, { trial_end: 'now' }),
    cancelAtEnd: (subscription: string) => stripe.subscriptions.update(subscription, { cancel_at_period_end: true }),
    cancelLater: (subscription: string) => stripe.subscriptions.update(subscription, { cancel_at: nextMonth() }),
    cancelNow: (subscription: string) => stripe.subscriptions.cancel(subscription),
    subscription: async (): Promise<string> => {
      const { data } = await stripe.subscriptions.list({ customer: await known(), status: 'all' });
      return data[0]?.id ?? '';
    },
    becomes: (wanted: Record<string, unknown>) =>
      expect.poll(read, { timeout: 40_000, intervals: [100, 250, 500] }).toMatchObject(wanted),
  };
}

export type Payer = Awaited<ReturnType<typeof payerAt>>;
