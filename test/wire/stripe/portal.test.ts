import { beforeEach, describe, expect, test } from 'vitest';

import { aBilling, appUrl, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { atStripe, eventsOf, openInvoices, paid, pastDue, refusalOf, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const flows = ['createPortalSession', 'createPlanUpdateSession', 'createPaymentMethodUpdateSession'] as const;
const planPage = async (id: number) => (await at.portal(id, 'createPlanUpdateSession')).url;
const cardPage = async (id: number) => (await at.portal(id, 'createPaymentMethodUpdateSession')).url;
const home = async (id: number) => (await at.portal(id, 'createPortalSession')).url;
const lastPortal = () => at.sandbox.portals.all().at(-1);
const back = `${appUrl}/subscription?id=1`;

describe('portal pages', () => {
  test.each(flows)('rejects %s when the workspace has no customer', async (flow) => {
    expect(await refusalOf(at.portal(1, flow))).toEqual([409, 'subscription.noCustomer']);
    expect(at.sent).toEqual([]);
  });

  test(
    'creates a page for each click, with our settings and a return to the workspace’s own page',
    { tags: 'spec-278.1' },
    async () => {
      await subscribed(at);
      expect(await home(1)).not.toBe(await home(1));
      expect(lastPortal()).toMatchObject({ configuration: at.ids.portalConfiguration, returnUrl: back });
      await planPage(1);
      expect(lastPortal()?.flow).toMatchObject({
        type: 'subscription_update',
        subscription: at.items.get(1)?.subscriptionId,
        after: { type: 'redirect', returnUrl: back },
      });
      await cardPage(1);
      expect(lastPortal()?.flow).toMatchObject({ type: 'payment_method_update', after: { returnUrl: back } });
      expect(at.sent.filter(({ path, key }) => path.includes('billing_portal') && key?.startsWith('portal'))).toEqual(
        [],
      );
    },
  );

  test(
    'opens the plan page while a subscription runs or is past due, and not afterwards',
    { tags: 'spec-278.1' },
    async () => {
      await pastDue(at);
      expect(await planPage(2)).toContain('/p/session/');
      await at.account.subscriptions.cancel(at.items.get(2)?.subscriptionId ?? '');
      await at.sync(2);
      expect(await refusalOf(at.portal(2, 'createPlanUpdateSession'))).toEqual([409, 'subscription.notRunning']);
      expect(await cardPage(2)).toContain('/p/session/');
    },
  );

  test.each(['createPlanUpdateSession', 'createPaymentMethodUpdateSession'] as const)(
    'opens the portal home when Stripe rejects the page of %s',
    async (flow) => {
      await subscribed(at);
      at.trouble.push({ at: 'POST /v1/billing_portal/sessions', status: 400, param: 'flow_data[type]' });
      expect((await at.portal(1, flow)).url).toContain('/p/session/');
      expect(lastPortal()?.flow).toBeUndefined();
      expect(eventsOf(at)).toContain('billing.refused');
      expect(eventsOf(at)).not.toContain('billing.misconfigured');
    },
  );

  test('returns 502 and raises an alarm when Stripe also rejects the portal home', { tags: 'spec-314.1' }, async () => {
    await subscribed(at);
    const refused = { at: 'POST /v1/billing_portal/sessions', status: 400 };
    at.trouble.push({ ...refused, param: 'configuration' }, refused, refused);
    expect(await refusalOf(at.portal(1, 'createPlanUpdateSession'))).toEqual([502, 'subscription.providerFailed']);
    expect(eventsOf(at)).toContain('billing.misconfigured');
  });

  test.each(flows)(
    'answers %s with 409 and resets the workspace when the customer was deleted at Stripe',
    async (flow) => {
      await subscribed(at);
      await at.account.customers.del(at.items.get(1)?.customerId ?? '');
      expect(await refusalOf(at.portal(1, flow))).toEqual([409, 'subscription.noCustomer']);
      expect(at.items.get(1)).toMatchObject({ status: 'none', generation: 1 });
      expect(await at.read(1)).toMatchObject({ status: 'inactive', planType: 'free' });
    },
  );
});

describe('changes in the portal', () => {
  const changeTo = async (id: number, plan: 'pro_monthly' | 'pro_annual') =>
    at.pressed(`${await planPage(id)}/confirm`, { price: at.ids[plan] ?? '' });

  test('changes the plan from monthly to annual and back', { tags: ['spec-12.1', 'spec-278.1'] }, async () => {
    await subscribed(at, { id: 2 });
    await changeTo(2, 'pro_annual');
    expect((await at.sync(2)).item).toMatchObject({ planType: 'pro_annual', amount: 12_000, status: 'active' });
    await changeTo(2, 'pro_monthly');
    expect((await at.sync(2)).item).toMatchObject({ planType: 'pro_monthly', amount: 1500, status: 'active' });
  });

  test(
    'changes the plan during the trial and keeps the end of the trial',
    { tags: ['spec-12.2', 'spec-278.1'] },
    async () => {
      const { currentPeriodEnd } = await subscribed(at);
      await changeTo(1, 'pro_annual');
      expect((await at.sync(1)).item).toMatchObject({
        planType: 'pro_annual',
        status: 'trialing',
        amount_due: 12_000,
        currentPeriodEnd,
      });
    },
  );

  test('cancels at the end of the period, and takes the cancellation back on resume', async () => {
    const { currentPeriodEnd } = await subscribed(at, { id: 2 });
    const url = await home(2);
    await at.pressed(`${url}/cancel`, {});
    expect((await at.sync(2)).item).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: currentPeriodEnd,
      canceled_at: '2026-11-20T12:00:00.000Z',
      amount_due: 0,
    });
    await at.pressed(`${url}/resume`, {});
    const resumed = { cancel_at_period_end: false, cancel_at: undefined, canceled_at: undefined, amount_due: 1500 };
    expect((await at.sync(2)).item).toMatchObject(resumed);
  });

  test(
    'ends a canceled subscription with its period and returns to the free plan',
    { tags: 'spec-189.1' },
    async () => {
      await subscribed(at, { id: 2 });
      await at.pressed(`${await home(2)}/cancel`, {});
      at.advance(31);
      expect((await at.sync(2)).item).toMatchObject({
        status: 'canceled',
        planType: 'free',
        cancel_at_period_end: false,
        cancel_at: '2026-12-20T12:00:00.000Z',
        amount_due: 0,
      });
    },
  );

  test('shows a cancellation that the API set by flag in the same way', async () => {
    const { currentPeriodEnd, subscriptionId = '' } = await subscribed(at, { id: 2 });
    await at.account.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    expect((await at.sync(2)).item).toMatchObject({ cancel_at_period_end: true, cancel_at: currentPeriodEnd });
  });

  test('charges a new card from then on, even when the subscription had its own', { tags: 'spec-278.1' }, async () => {
    await subscribed(at, { id: 2 });
    const old = atStripe(at, 2).card;
    await at.pressed(`${await cardPage(2)}/card`, { card: 'pm_card_mastercard' });
    await at.sync(2);
    const { card, customer } = atStripe(at, 2);
    expect(card).not.toBe(old);
    expect(card).toBe(at.sandbox.customers.need(customer).defaultCard);
  });

  test('pays the open invoice with a new card at once', async () => {
    expect(await pastDue(at)).toMatchObject({ status: 'past_due', amount_due: 1500 });
    await at.pressed(`${await cardPage(2)}/card`, { card: 'pm_card_visa' });
    expect((await at.sync(2)).item).toMatchObject({ status: 'active', amount_due: 1500 });
  });

  test.each([
    ['the payment', /^\/v1\/invoices\/.*\/pay$/],
    ['the change of the card', /^\/v1\/subscriptions\/sub/],
  ])('pays the open invoice with a new card at the next sync when %s failed at first', async (_, which) => {
    await pastDue(at);
    await at.pressed(`${await cardPage(2)}/card`, { card: 'pm_card_visa' });
    const [invoice] = openInvoices(at);
    const paths = [`/v1/invoices/${invoice?.id}/pay`, `/v1/subscriptions/${atStripe(at, 2).id}`];
    at.trouble.push({ at: `POST ${paths.find((path) => which.test(path))}`, does: 'cut' });
    await expect(at.sync(2)).rejects.toThrow('transient');
    expect((await at.sync(2)).item).toMatchObject({ status: 'active', amount_due: 1500 });
    expect(atStripe(at, 2).card).toBe(at.sandbox.customers.need(atStripe(at, 2).customer).defaultCard);
  });

  test('pays the open invoice with a new card at once when the trial began without one', async () => {
    await subscribed(at);
    await at.pressed(`${await cardPage(1)}/card`, { card: 'pm_card_chargeCustomerFail' });
    at.advance(6);
    expect((await at.sync(1)).item).toMatchObject({ status: 'past_due', amount_due: 1500 });
    await at.pressed(`${await cardPage(1)}/card`, { card: 'pm_card_visa' });
    expect((await at.sync(1)).item).toMatchObject({ status: 'active', amount_due: 1500 });
  });

  test('stays past due when the new card is declined as well', async () => {
    await pastDue(at);
    await at.pressed(`${await cardPage(2)}/card`, { card: 'pm_card_chargeCustomerFail' });
    const attempts = openInvoices(at)[0]?.attempts ?? 0;
    expect((await at.sync(2)).item).toMatchObject({ status: 'past_due', amount_due: 1500 });
    await at.sync(2);
    expect(openInvoices(at)).toMatchObject([{ attempts: attempts + 1 }]);
  });

  test('tries a declined new card once under concurrent syncs', async () => {
    await pastDue(at);
    await at.pressed(`${await cardPage(2)}/card`, { card: 'pm_card_chargeCustomerFail' });
    const attempts = openInvoices(at)[0]?.attempts ?? 0;
    await Promise.all([at.sync(2), at.sync(2), at.sync(2), at.sync(2)]);
    expect(openInvoices(at)).toMatchObject([{ attempts: attempts + 1 }]);
  });

  test('notices that a card was removed', async () => {
    expect(await subscribed(at, { card: 'pm_card_visa' })).toMatchObject({ hasPaymentMethodAttached: true });
    await at.pressed(`${await home(1)}/forget`, { card: atStripe(at).card ?? '' });
    expect((await at.sync(1)).item).toMatchObject({ hasPaymentMethodAttached: false, status: 'trialing' });
  });

  test('notices a card that was added in the portal', async () => {
    await paid(at);
    await at.sync(1);
    await at.pressed(`${await cardPage(1)}/card`, { card: 'pm_card_visa' });
    expect((await at.sync(1)).item).toMatchObject({ hasPaymentMethodAttached: true });
  });
});
