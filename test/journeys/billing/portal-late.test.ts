import { beforeAll, describe, expect, test } from 'vitest';

import { guests } from '../kit/guests.ts';
import { newcomer } from '../kit/person.ts';
import { holdWebhooksOf, priceAtStripe, subscriberAt, type Subscriber } from '../kit/subscriber.ts';

const guest = guests('portalLate');

describe('changes in the billing portal without webhooks', () => {
  let ana: Subscriber;
  beforeAll(async () => {
    ana = await subscriberAt(await newcomer(guest()));
    const page = await ana.checkout('pro_monthly');
    await holdWebhooksOf(await ana.customer());
    await ana.press(page, { action: 'pay', card: 'none' });
    // A read after a checkout syncs with Stripe.
    await ana.read();
  });

  test('shows another plan at the next read without a webhook', { tags: ['spec-12.1', 'spec-278.1'] }, async () => {
    const page = await ana.portal('create-plan-update-session');
    await ana.press(page, { price: await priceAtStripe('pro_annual') }, '/confirm');
    expect(await ana.read()).toMatchObject({ planType: 'pro_annual', amount: 12_000, amount_due: 12_000 });
  });

  test(
    'shows a cancellation and its withdrawal at the next read without a webhook',
    { tags: ['spec-12.3', 'spec-278.1'] },
    async () => {
      await ana.press(await ana.portal('create-portal-session'), {}, '/cancel');
      const { currentPeriodEnd, ...cancelled } = await ana.read();
      expect(cancelled).toMatchObject({ cancel_at: currentPeriodEnd, cancel_at_period_end: true, amount_due: 0 });
      await ana.press(await ana.portal('create-portal-session'), {}, '/resume');
      expect(await ana.read()).toMatchObject({ cancel_at: null, cancel_at_period_end: false, amount_due: 12_000 });
    },
  );

  test('shows a new card at the next read without a webhook', { tags: 'spec-278.1' }, async () => {
    expect(await ana.read()).toMatchObject({ hasPaymentMethodAttached: false });
    await ana.press(await ana.portal('create-payment-method-update-session'), { card: 'pm_card_visa' }, '/card');
    expect(await ana.read()).toMatchObject({ hasPaymentMethodAttached: true });
  });
});
