import { expect, inject, test } from 'vitest';

import { stripeAccount } from '#infra/billing/stripe-account.ts';

import { cookieJar } from '../../local/browser-like.ts';
import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { defaultClients } from '../../sandboxes/world.ts';
import { guests } from '../kit/guests.ts';
import { soon } from '../kit/soon.ts';
import { deliveredTo, priceAtStripe, stripeTruth } from '../kit/subscriber.ts';
import { phoneOf } from '../kit/whatsapp-world.ts';

const guest = guests('wholeWay');
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const pageAtStripe = { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/stripe\/(?:c\/pay|p\/session)\/\w+$/) };

/** Replies are compared verbatim instead of being parsed by the product's schemas. */
async function somebody(name: string) {
  const { appUrl, sandboxUrl = '' } = inject('stack');
  const browser = cookieJar(appUrl);
  await browser.visit(`/api/auth/google?login_hint=${name}`);
  const json = async (path: string) => (await browser.get(path)).json();
  const [workspace] = [await json('/api/workspaces/current')].filter(isWithId);
  const id = workspace?.id ?? 0;
  const at = { 'x-workspace-id': String(id) };
  const post = async (path: string, body: object) => (await browser.send('POST', path, body, at)).json();
  const stripe = sandboxClient(sandboxUrl);
  return {
    id,
    post,
    json,
    below: `/api/subscription/${id}`,
    linkAmazon: () => browser.get(`/api/auth/amazon?workspace=${id}&force_login=true&login_hint=${name}`),
    /** Returns the redirect target. */
    press: async (page: unknown, fields: Record<string, string>, step = '') => {
      const url = isPage(page) ? page.url : '';
      return (await stripe.form(url.replace(sandboxUrl, '') + step, fields)).location;
    },
    stripe: stripeAccount(defaultClients.stripe.key, sandboxUrl),
  };
}

const isWithId = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number';
const isCode = (value: unknown): value is { qrcode: string } =>
  typeof value === 'object' && value !== null && 'qrcode' in value && typeof value.qrcode === 'string';
const isPage = (value: unknown): value is { url: string } =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';

async function customerOf(workspaceId: number): Promise<string> {
  const { customers } = await stripeTruth();
  return customers.find(({ metadata }) => metadata?.['workspaceId'] === String(workspaceId))?.id ?? '';
}

const subscriptionOf = async (workspaceId: number): Promise<string> =>
  (await stripeTruth(await customerOf(workspaceId))).subscriptions[0]?.id ?? '';

/** The types of events about the customer that the product accepted. */
async function webhooksOf(workspaceId: number): Promise<string[]> {
  return deliveredTo(await customerOf(workspaceId));
}

test(
  'covers the end of a trial, a purchase, a WhatsApp connection and a plan change',
  { tags: ['spec-12.1', 'spec-12.3', 'spec-13.1', 'spec-184.1', 'spec-277.1', 'spec-278.1', 'spec-279.1'] },
  async () => {
    const name = guest();
    const ana = await somebody(name);
    const back = `${inject('stack').appUrl}/subscription?id=${ana.id}`;
    const becomes = async (wanted: object): Promise<void> => {
      await expect
        .poll(() => ana.json(ana.below), { ...soon, interval: 300 })
        .toEqual({ workspaceId: ana.id, ...wanted });
    };
    const subscribe = { priceId: 'pro_monthly', planType: 'pro_monthly', locale: 'en' };

    const trialPage = await ana.post(`${ana.below}/create-checkout-session`, subscribe);
    expect(trialPage).toEqual(pageAtStripe);
    expect(await ana.press(trialPage, { action: 'pay', card: 'none' })).toBe(`${back}&success=true`);
    const monthly = {
      status: 'trialing',
      planType: 'pro_monthly',
      amount: 1500,
      amount_due: 1500,
      amount_total_discount: 0,
      currency: 'usd',
      currentPeriodStart: instant,
      currentPeriodEnd: instant,
      hasPaymentMethodAttached: false,
      canceled_at: null,
      cancel_at: null,
      cancel_at_period_end: false,
    };
    await becomes(monthly);

    await ana.stripe.subscriptions.update(await subscriptionOf(ana.id), { trial_end: 'now' });
    await becomes({ ...monthly, status: 'canceled', planType: 'free', amount_due: 0, canceled_at: instant });

    await ana.linkAmazon();
    expect(await ana.post('/api/zapbox-instances/connect', {})).toEqual({
      error: 'This needs an active plan or trial.',
      errorKey: 'workspace.planRequired',
    });

    const page = await ana.post(`${ana.below}/create-checkout-session`, subscribe);
    expect(page).toEqual(pageAtStripe);
    expect(await ana.press(page, { action: 'pay', card: 'pm_card_visa' })).toBe(`${back}&success=true`);
    const paid = { ...monthly, status: 'active', hasPaymentMethodAttached: true };
    await becomes(paid);
    expect(await webhooksOf(ana.id)).toEqual(expect.arrayContaining(['checkout.session.completed', 'invoice.paid']));

    const begun = await ana.post('/api/zapbox-instances/connect', {});
    const number = {
      id: expect.any(Number),
      workspaceId: ana.id,
      phone: null,
      contactName: 'Nome não disponível',
      contactPicture: null,
      chipStatus: 'CONNECTING',
      referencedInstanceId: null,
    };
    expect(begun).toEqual(number);
    const instance = `/api/zapbox-instances/${isWithId(begun) ? begun.id : 0}`;
    const code = await ana.json(`${instance}/qrcode`);
    expect(code).toEqual({ qrcode: expect.stringMatching(/^data:image\/png;base64,/) });
    await phoneOf(name).scan(isCode(code) ? code.qrcode : '');
    await expect.poll(() => ana.json(`${instance}/logged`), soon).toEqual({ logged: true, chipStatus: 'CONNECTED' });
    expect(await ana.json(`${instance}/check-connection`)).toEqual({ connected: true });
    expect(await ana.json('/api/zapbox-instances/current')).toEqual({
      instance: {
        ...number,
        phone: `+${(await phoneOf(name).look()).phone}`,
        contactName: expect.stringMatching(/^Guest \d+$/),
        chipStatus: 'CONNECTED',
      },
      referencedWorkspaceName: null,
    });

    const plans = await ana.post(`${ana.below}/create-plan-update-session`, { locale: 'en' });
    expect(plans).toEqual(pageAtStripe);
    const price = await priceAtStripe('pro_annual');
    expect(await ana.press(plans, { price }, '/confirm')).toBe(back);
    await becomes({ ...paid, planType: 'pro_annual', amount: 12_000, amount_due: 12_000 });
  },
);
