import { describe, expect, inject, test } from 'vitest';

import { refusalIn } from '../kit/answers.ts';
import { guests } from '../kit/guests.ts';
import { newcomer } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { stripeTruth, subscriberAt, type Subscriber } from '../kit/subscriber.ts';

const guest = guests('billing');
const visa = { action: 'pay', card: 'pm_card_visa' };
const noCard = { action: 'pay', card: 'none' };

async function somebody() {
  const person = await newcomer(guest());
  return { person, ...(await subscriberAt(person)) };
}

async function becomes(one: Subscriber, wanted: object): Promise<void> {
  await expect.poll(() => one.read(), { ...soon, interval: 300 }).toMatchObject(wanted);
}

const nobody = {
  status: 'inactive',
  planType: 'free',
  amount: 0,
  amount_due: 0,
  amount_total_discount: 0,
  currency: 'usd',
  currentPeriodStart: null,
  currentPeriodEnd: null,
  hasPaymentMethodAttached: false,
  canceled_at: null,
  cancel_at: null,
  cancel_at_period_end: false,
};

describe('subscribing', () => {
  test(
    'starts one trial of five days without a card on the default workspace',
    { tags: ['spec-12.2', 'spec-148.1', 'spec-277.1', 'spec-279.1'] },
    async () => {
      const ana = await somebody();
      expect(await ana.read()).toEqual({ ...nobody, workspaceId: ana.id });
      const url = await ana.checkout('pro_annual');
      expect((await ana.person.whoAmI()).trialUsed).toBe(false);
      const landed = await ana.press(url, noCard);
      expect(landed.location).toBe(`${inject('stack').appUrl}/subscription?id=${ana.id}&success=true`);
      await becomes(ana, { status: 'trialing', planType: 'pro_annual', amount: 12_000, amount_due: 12_000 });
      const now = await ana.read();
      const days = (Date.parse(now.currentPeriodEnd ?? '') - Date.parse(now.currentPeriodStart ?? '')) / 86_400_000;
      expect(days).toBe(5);
      expect(now).toMatchObject({ currency: 'usd', hasPaymentMethodAttached: false, cancel_at: null });
      expect((await ana.person.whoAmI()).trialUsed).toBe(true);
      const again = await ana.ask('create-checkout-session', { priceId: 'pro_monthly' });
      expect(refusalIn(again)).toEqual({ status: 409, errorKey: 'subscription.alreadyRunning' });
    },
  );

  test(
    'charges another workspace from the first day and creates a customer per workspace',
    { tags: ['spec-3.5', 'spec-12.2'] },
    async () => {
      const ana = await somebody();
      const beach = await subscriberAt(ana.person, (await ana.person.addWorkspace('Casa da praia')).id);
      const url = await beach.checkout('pro_monthly');
      expect((await beach.press(url, noCard)).status).toBe(402);
      await beach.press(url, visa);
      await becomes(beach, { status: 'active', planType: 'pro_monthly', amount: 1500, hasPaymentMethodAttached: true });
      expect(await ana.read()).toMatchObject({ status: 'inactive' });
      expect((await ana.person.whoAmI()).trialUsed).toBe(false);
      await ana.checkout();
      expect(await ana.customer()).not.toBe(await beach.customer());
    },
  );

  test('returns the same checkout page twice and closes it when another plan is chosen', async () => {
    const ana = await somebody();
    const both = await Promise.all([ana.checkout('pro_monthly'), ana.checkout('pro_monthly')]);
    const [first] = both;
    expect(new Set([...both, await ana.checkout('pro_monthly')])).toEqual(new Set([first]));
    const annual = await ana.checkout('pro_annual');
    expect(annual).not.toBe(first);
    const { checkoutSessions } = await stripeTruth(await ana.customer());
    expect(checkoutSessions.map(({ status }) => status).toSorted()).toEqual(['expired', 'open']);
  });

  test('refuses a second checkout after the first one succeeded in another tab', async () => {
    const ana = await somebody();
    const url = await ana.checkout('pro_monthly');
    await ana.press(url, noCard);
    const again = await ana.ask('create-checkout-session', { priceId: 'pro_annual' });
    expect(refusalIn(again)).toEqual({ status: 409, errorKey: 'subscription.alreadyRunning' });
  });

  test.each([
    ['pt', 'pt-BR'],
    ['en', 'en'],
    ['es', 'es'],
    ['de', 'auto'],
  ])('opens pages for the locale %s in %s', async (locale, shown) => {
    const ana = await somebody();
    await ana.checkout('pro_monthly', locale);
    expect((await stripeTruth(await ana.customer())).checkoutSessions).toMatchObject([{ locale: shown }]);
  });

  test(
    'answers 400 for an unknown plan, an invalid locale or a missing workspace, and 404 for a foreign workspace',
    { tags: 'spec-223.1' },
    async () => {
      const [ana, bruno] = [await somebody(), await somebody()];
      const ask = (body: Record<string, unknown>) => ana.ask('create-checkout-session', body);
      expect(refusalIn(await ask({ priceId: 'price_foreign' }))).toMatchObject({
        status: 400,
        errorKey: 'subscription.unknownPrice',
      });
      expect(refusalIn(await ask({ priceId: 'pro_monthly', locale: 7 }))).toMatchObject({ status: 400 });
      expect(refusalIn(await ask({}))).toMatchObject({ status: 400, errorKey: 'request.invalid' });
      const nowhere = await ana.person.send('POST', '/api/subscription/abc/create-checkout-session', {
        priceId: 'pro_monthly',
      });
      expect(refusalIn(nowhere)).toEqual({ status: 400, errorKey: 'subscription.invalidWorkspace' });
      const foreign = await ana.person.get(`/api/subscription/${bruno.id}`);
      expect(refusalIn(foreign)).toEqual({ status: 404, errorKey: 'workspace.notFound' });
      for (const what of [
        'create-checkout-session',
        'create-portal-session',
        'create-plan-update-session',
        'create-payment-method-update-session',
      ]) {
        const asked = await ana.person.send('POST', `/api/subscription/${bruno.id}/${what}`, {
          priceId: 'pro_monthly',
        });
        expect(refusalIn(asked)).toEqual({ status: 404, errorKey: 'workspace.notFound' });
      }
    },
  );
});

describe('the portal', () => {
  test('refuses the portal to a user who never started a subscription', { tags: 'spec-277.1' }, async () => {
    const ana = await somebody();
    for (const what of [
      'create-portal-session',
      'create-plan-update-session',
      'create-payment-method-update-session',
    ]) {
      expect(refusalIn(await ana.ask(what, {}))).toEqual({ status: 409, errorKey: 'subscription.noCustomer' });
    }
    await ana.checkout();
    const noPlan = await ana.ask('create-plan-update-session', {});
    expect(refusalIn(noPlan)).toEqual({ status: 409, errorKey: 'subscription.notRunning' });
    expect(await ana.portal('create-portal-session')).toContain('/p/session/');
  });

  test(
    'changes card and plan, cancels and resumes in the portal, and updates the app',
    { tags: ['spec-12.3', 'spec-278.1'] },
    async () => {
      const ana = await somebody();
      await ana.press(await ana.checkout('pro_monthly'), noCard);
      await becomes(ana, { status: 'trialing', hasPaymentMethodAttached: false });
      const back = `${inject('stack').appUrl}/subscription?id=${ana.id}`;
      const card = await ana.press(
        await ana.portal('create-payment-method-update-session'),
        { card: 'pm_card_visa' },
        '/card',
      );
      expect(card.location).toBe(back);
      await becomes(ana, { hasPaymentMethodAttached: true });

      const home = await ana.portal('create-portal-session');
      await ana.press(home, {}, '/cancel');
      await becomes(ana, {
        status: 'trialing',
        cancel_at_period_end: true,
        amount_due: 0,
        cancel_at: expect.any(String),
      });
      expect((await ana.read()).canceled_at).toEqual(expect.any(String));
      await ana.press(home, {}, '/resume');
      await becomes(ana, { cancel_at_period_end: false, cancel_at: null, canceled_at: null, amount_due: 1500 });
    },
  );
});

test('refuses to deactivate a workspace with an active subscription', async () => {
  const ana = await somebody();
  const beach = await subscriberAt(ana.person, (await ana.person.addWorkspace('Praia')).id);
  await beach.press(await beach.checkout(), visa);
  await becomes(beach, { status: 'active' });
  const off = await ana.person.send('PATCH', `/api/workspaces/${beach.id}`, { status: 'INATIVO' });
  expect(refusalIn(off)).toEqual({ status: 409, errorKey: 'workspace.subscriptionRunning' });
});
