import Stripe from 'stripe';

import { startSandboxes, type SandboxOptions } from '../index.ts';
import { sandboxClient, textOf } from '../sandbox-client.ts';

const key = 'local-stripe-key';

export async function aStripe(options: SandboxOptions = {}) {
  const sandboxes = await startSandboxes(options);
  const { hostname, port } = new URL(sandboxes.url);
  const stripe = new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  const web = sandboxClient(sandboxes.url);

  async function catalog() {
    const product = await stripe.products.create({ id: 'pro', name: 'Pro' });
    const price = (amount: number, interval: 'month' | 'year', lookup_key: string) =>
      stripe.prices.create({
        product: product.id,
        currency: 'usd',
        unit_amount: amount,
        recurring: { interval },
        lookup_key,
      });
    const monthly = await price(1500, 'month', 'pro_monthly');
    const annual = await price(12_000, 'year', 'pro_annual');
    const prices = [monthly.id, annual.id];
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products: [{ product: product.id, prices }],
          proration_behavior: 'create_prorations',
          trial_update_behavior: 'continue_trial',
        },
        subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
      },
    });
    return { product, monthly, annual, configuration };
  }

  const control = (name: string, body: object) => web.json(`/stripe/_${name}`, body);
  const below = (url: string | null) => (url ?? '').replace(sandboxes.url, '');
  return {
    url: sandboxes.url,
    stripe,
    web,
    catalog,
    control,
    days: (days: number) => control('advance', { days }),
    until: (to: string) => control('advance', { to }),
    press: (url: string | null, fields: Record<string, string>) => web.form(below(url), fields),
    look: (url: string | null) => web.get(below(url)),
    reset: () => control('reset', {}),
    textOf,
    close: sandboxes.close,
  };
}
export type AStripe = Awaited<ReturnType<typeof aStripe>>;

const back = 'http://app.test/subscription?id=7';

type Wish = { trial?: boolean; card?: string | undefined; more?: Stripe.Checkout.SessionCreateParams };

/** On a trial without a card by default. */
export async function aSubscriber(at: AStripe, price: string, { trial = true, card, more = {} }: Wish = {}) {
  const customer = await at.stripe.customers.create({ email: 'ana@example.com', name: 'Ana Souza' });
  const session = await at.stripe.checkout.sessions.create({
    ...aCheckout(price, customer.id, trial),
    ...more,
  });
  const pressed = await at.press(session.url, { action: 'pay', card: card ?? 'none' });
  const read = async () => {
    const { data } = await at.stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    const [newest] = data;
    if (!newest) throw new Error(`no subscription: ${pressed.status} ${pressed.text}`);
    return newest;
  };
  return { customer: customer.id, session, pressed, read };
}

export function aCheckout(price: string, customer: string, trial: boolean): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    customer,
    client_reference_id: '7',
    line_items: [{ price, quantity: 1 }],
    success_url: `${back}&success=true`,
    cancel_url: `${back}&canceled=true`,
    locale: 'pt-BR',
    metadata: { workspaceId: '7' },
    ...(trial && { payment_method_collection: 'if_required' as const }),
    subscription_data: {
      billing_mode: { type: 'flexible' },
      metadata: { workspaceId: '7' },
      ...(trial && {
        trial_period_days: 5,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }),
    },
  };
}

export const idOf = (reference: string | { id: string } | null): string =>
  (typeof reference === 'string' ? reference : reference?.id) ?? '';
