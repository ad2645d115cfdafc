import type { Page } from '@playwright/test';

import type { Subscription } from '#shared/contracts/billing.ts';
import { aSubscription, everyStatus } from '#web/testing/a-subscription.ts';

import { addresses } from '../../browser/support/addresses.ts';
import { newGuest } from '../../browser/support/guests.ts';
import { payerAt, type Payer } from '../../browser/support/payer.ts';
import { personAt, type BrowserPerson } from '../../browser/support/person.ts';
import { pretendSubscription } from '../../browser/support/pretend-subscription.ts';
import { expect, test } from '../../browser/support/product-test.ts';

type Status = (typeof everyStatus)[number];
type Wish = { hasCard: boolean; ending: boolean };
type Life = (payer: Payer, customer: string, wish: Wish) => Promise<unknown>;

/** How to reach a status at the payment service. The missing ones take it days. */
const lives: Partial<Record<Status, Life>> = {
  inactive: async (payer, customer, { hasCard }) => hasCard && payer.addCard(customer),
  trialing: async (payer, customer, { hasCard, ending }) => {
    if (hasCard) await payer.addCard(customer);
    const { id } = await payer.onTrial(customer);
    if (ending) await payer.cancelAtEnd(id);
  },
  active: async (payer, customer, { hasCard, ending }) => {
    const card = await payer.addCard(customer);
    const { id } = await payer.subscribe(customer);
    if (ending) await payer.cancelAtEnd(id);
    if (!hasCard) await payer.dropCard(card);
  },
  past_due: async (payer, customer, { hasCard, ending }) => {
    const card = await payer.addCard(customer);
    const { id } = await payer.onTrial(customer);
    await payer.decline(customer);
    await payer.endTrial(id);
    if (ending) await payer.cancelAtEnd(id);
    if (!hasCard) await payer.dropCard(card);
  },
  incomplete: async (payer, customer, { hasCard, ending }) => {
    const card = await payer.addCard(customer);
    await payer.decline(customer);
    const { id } = await payer.subscribe(customer);
    if (ending) await payer.cancelAtEnd(id);
    if (!hasCard) await payer.dropCard(card);
  },
  paused: async (payer, customer, { hasCard, ending }) => {
    const { id } = await payer.onTrial(customer, 'pause');
    await payer.endTrial(id);
    if (ending) await payer.cancelLater(id);
    if (hasCard) await payer.addCard(customer);
  },
  canceled: async (payer, customer, { hasCard, ending }) => {
    const { id } = await payer.onTrial(customer);
    if (ending) await payer.cancelAtEnd(id);
    await (ending ? payer.cancelNow(id) : payer.endTrial(id));
    if (hasCard) await payer.addCard(customer);
  },
};

const live: readonly Status[] = ['trialing', 'active', 'past_due'];

const happened: Partial<Record<Status, string>> = {
  unpaid: 'Your subscription stopped after failed payments',
  incomplete: 'The first payment was not completed',
  incomplete_expired: 'The first payment was never completed',
  paused: 'Your subscription is paused',
  brand_new: 'We cannot read your subscription status',
};

const both = [true, false] as const;

for (const status of everyStatus) {
  test(`shows ${status} correctly, with and without a payment method, canceled or not`, async ({ page, context }) => {
    test.slow();
    for (const hasCard of both) {
      for (const ending of both) {
        const name = `${hasCard ? 'with' : 'without'} a payment method, ${ending ? '' : 'not '}canceled`;
        await test.step(name, async () => {
          const subscription = await comesTo(page, personAt(context, newGuest(addresses().appUrl)), status, {
            hasCard,
            ending,
          });
          await page.goto('/subscription');
          await saysWhatIsSo(page, status, subscription);
        });
      }
    }
  });
}

/** Brings the next user in the same browser to the status, at the payment service or with pretended data. */
async function comesTo(page: Page, guest: BrowserPerson, status: Status, wish: Wish): Promise<Subscription> {
  // Leave the page of the previous user, so that it sends no request as this one.
  await page.goto('/config.json');
  await page.unrouteAll();
  await guest.signIn();
  const life = status === 'inactive' && wish.ending ? undefined : lives[status];
  if (!life) {
    const subscription = aSubscription(status, wish);
    await pretendSubscription(page, subscription);
    return subscription;
  }
  const payer = await payerAt(page.context(), guest);
  await life(payer, await payer.customer(), wish);
  await payer.becomes({ status, ...asked(status, wish) });
  return payer.read();
}

const asked = (status: Status, { hasCard, ending }: Wish) => ({
  // Without a subscription the product learns of no card, and does not need it.
  ...(status !== 'inactive' && { hasPaymentMethodAttached: hasCard }),
  ...(ending && { canceled_at: expect.any(String), cancel_at: expect.any(String) }),
  cancel_at_period_end: ending && live.includes(status),
});

async function saysWhatIsSo(page: Page, status: Status, subscription: Subscription): Promise<void> {
  const main = page.getByRole('main');
  const isLive = live.includes(status);
  await expect(main.getByRole('heading', { name: isLive ? 'Your plan' : 'Frequently asked questions' })).toBeVisible();
  await expect(main.getByRole('radio', { name: /Annual/ })).toHaveCount(isLive ? 0 : 1);
  await expect(main.getByRole('button', { name: 'Billing portal', exact: true })).toHaveCount(isLive ? 1 : 0);
  const ends = isLive && subscription.cancel_at !== null;
  await expect(main.getByText('Your subscription is canceled')).toHaveCount(ends ? 1 : 0);
  if (isLive) await saysWhatRuns(page, status, subscription);
  else await saysWhatHappened(page, status, subscription);
}

async function saysWhatRuns(page: Page, status: Status, subscription: Subscription): Promise<void> {
  const main = page.getByRole('main');
  const { hasPaymentMethodAttached: hasCard, cancel_at: ends } = subscription;
  const fact = (term: string) => main.locator('dt', { hasText: term }).locator('+ dd');
  const end = dateOf(subscription.currentPeriodEnd);
  await expect(fact('Price')).toHaveText('$120.00 per year');
  await expect(fact('Payment method')).toHaveText(hasCard ? 'Attached' : 'None attached');
  await expect(fact(status === 'trialing' ? 'Trial period' : 'Current period')).toContainText(end);
  if (ends !== null) {
    await expect(main).toContainText(`${status === 'past_due' ? 'ends on' : 'until'} ${dateOf(ends)}`);
    await expect(fact('Renews automatically')).toHaveText('No');
    await expect(fact('Next charge')).toHaveText('None: the subscription ends');
  } else if (status === 'past_due') await expect(fact('Amount due')).toHaveText('$120.00, due now');
  else await expect(fact('Next charge')).toContainText(`$120.00 on ${end}`);

  // A canceled subscription asks for no payment method.
  const asks = hasCard || status === 'past_due' || ends === null;
  const warns = status === 'past_due' || (!hasCard && asks);
  const offer = hasCard ? 'Update payment method' : 'Add payment method';
  await expect(main.getByRole('button', { name: offer })).toHaveCount(warns ? 2 : asks ? 1 : 0);
  await expect(main.getByText('The last payment failed')).toHaveCount(status === 'past_due' ? 1 : 0);
  await expect(main.getByText('Your free trial ends in 5 days')).toHaveCount(status === 'trialing' ? 1 : 0);
  if (status !== 'trialing') return;
  const charge = ends === null ? '$120.00 is' : 'nothing is charged';
  const banner = main.getByText('Your free trial ends in 5 days').locator('..');
  await expect(banner).toContainText(charge);
  await expect(banner).toContainText(end);
  await expect(banner.getByText(/^Add a payment method by .+ to keep Pro/)).toHaveCount(
    hasCard || ends !== null ? 0 : 1,
  );
}

async function saysWhatHappened(page: Page, status: Status, subscription: Subscription): Promise<void> {
  const main = page.getByRole('main');
  const ranOut = status === 'canceled' && Date.parse(subscription.currentPeriodEnd ?? '') < Date.now();
  const title = status === 'canceled' ? 'Your subscription has ended' : happened[status];
  const banner = main.getByText('Your free trial has ended');
  await expect(banner).toHaveCount(ranOut && (await usedTrial(page)) ? 1 : 0);
  if (title !== undefined && !(await banner.isVisible())) await expect(main.getByText(title)).toBeVisible();
  const open = (status === 'incomplete' || status === 'unpaid') && subscription.amount_due > 0;
  await expect(main.getByText(/\$120\.00 (is due\.|remained unpaid)/)).toHaveCount(open ? 1 : 0);
  const subscribe = main.getByRole('button', { name: /^(Subscribe to Pro|Start free trial)$/ });
  expect(await subscribe.getAttribute('aria-disabled')).toBe(status === 'brand_new' ? 'true' : null);
}

async function usedTrial(page: Page): Promise<boolean> {
  const answer: unknown = await (await page.request.get('/api/auth/user')).json();
  return typeof answer === 'object' && answer !== null && 'trialUsed' in answer && answer.trialUsed === true;
}

const dateOf = (at: string | null): string =>
  at === null ? '' : new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(at));
