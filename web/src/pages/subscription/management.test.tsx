import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { watchDepartures } from '#web/testing/departures.ts';
import { home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { sessionCall, subscriptionServer } from '#web/testing/subscription-server.ts';

import { SubscriptionPage } from './subscription-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(SubscriptionPage, { at: '/subscription', language });

async function card(name: string) {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('section') ?? heading);
}
const plan = () => card('Your plan');
const fact = async (term: string) => {
  const definition = (await plan()).getByText(term, { selector: 'dt' }).nextElementSibling;
  return definition?.textContent;
};

const march = { currentPeriodStart: '2030-03-01T12:00:00.000Z', currentPeriodEnd: '2031-03-01T12:00:00.000Z' };

test.each([
  ['active', 'Active'],
  ['trialing', 'Free trial'],
  ['past_due', 'Payment overdue'],
])(
  'shows the details instead of the plans for a subscription that is %s',
  { tags: ['spec-123.1', 'spec-183.1', 'spec-184.1'] },
  async (status, word) => {
    subscriptionServer(aSubscription(status));
    await show();
    expect((await plan()).getByText(word)).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Frequently asked questions' })).toBeNull();
  },
);

test('shows price, period and payment method of a subscription', { tags: ['spec-148.1', 'spec-277.1'] }, async () => {
  subscriptionServer(aSubscription('active', march));
  await show();
  expect(await fact('Plan')).toBe('Pro, annual');
  expect(await fact('Price')).toBe('$120.00 per year');
  expect(await fact('Current period')).toBe('March 1, 2030 to March 1, 2031');
  expect(await fact('Next charge')).toBe('$120.00 on March 1, 2031');
  expect(await fact('Payment method')).toBe('Attached');
  expect((await plan()).queryByText('Discount')).toBeNull();
});

test('shows "Never" for missing dates', { tags: 'spec-297.1' }, async () => {
  subscriptionServer(aSubscription('active', { currentPeriodStart: null, currentPeriodEnd: null }));
  await show();
  expect(await fact('Current period')).toBe('Never');
  expect(await fact('Next charge')).toBe('Never');
});

test('shows the discount and the remaining charge', { tags: 'spec-148.1' }, async () => {
  subscriptionServer(aSubscription('active', { ...march, amount_due: 9600, amount_total_discount: 2400 }));
  await show();
  expect(await fact('Next charge')).toBe('$96.00 on March 1, 2031');
  expect(await fact('Discount')).toBe('$24.00 off the next charge');
});

test('formats money in the subscription’s currency and the current language', async () => {
  subscriptionServer(
    aSubscription('active', { planType: 'pro_monthly', amount: 1500, amount_due: 1500, currency: 'brl', ...march }),
  );
  await show('pt');
  expect(await screen.findByText(/^R\$\s15,00 por mês$/)).toBeVisible();
  expect(screen.getByText(/^R\$\s15,00 em 1 de março de 2031$/)).toBeVisible();
});

test.each([
  ['Billing portal', 'portal', 'portal'],
  ['Change plan', 'plan-update', 'plan'],
  ['Update payment method', 'payment-method-update', 'card'],
])(
  'opens the billing portal from "%s" in the current language',
  { tags: ['spec-123.2', 'spec-278.1'] },
  async (name, what, page) => {
    const left = watchDepartures();
    const server = subscriptionServer(aSubscription('active'));
    const user = await show();
    await user.click((await plan()).getByRole('button', { name }));
    await expect.poll(() => left).toEqual([`https://pay.example/${page}`]);
    expect(server.sent(sessionCall(what))).toMatchObject([{ body: { locale: 'en' }, workspace: String(home.id) }]);
  },
);

test(
  'keeps the error of a page that cannot be opened, and enables the button again',
  { tags: ['spec-314.1', 'spec-314.2'] },
  async () => {
    const server = subscriptionServer(aSubscription('active'));
    server.answer(sessionCall('portal'), errorReply(503, 'subscription.providerBusy'));
    const left = watchDepartures();
    const user = await show();
    const button = (await plan()).getByRole('button', { name: 'Billing portal' });
    await user.click(button);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The payment page could not be opened');
    expect(alert).toHaveTextContent('The payment service is not responding. Try again shortly.');
    expect(button).not.toHaveAttribute('aria-busy');
    server.answer(sessionCall('portal'), { json: { url: 'https://pay.example/portal' } });
    await user.click(button);
    await expect.poll(() => left).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('keeps a button busy while its page loads, and ignores a second click', { tags: 'spec-314.2' }, async () => {
  let answer = (_: { json: { url: string } }) => {};
  const server = subscriptionServer(aSubscription('active'));
  server.answer(sessionCall('portal'), () => new Promise((resolve) => (answer = resolve)));
  watchDepartures();
  const user = await show();
  const button = (await plan()).getByRole('button', { name: 'Billing portal' });
  await user.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  await user.click(button);
  expect(server.sent(sessionCall('portal'))).toHaveLength(1);
  answer({ json: { url: 'https://pay.example/portal' } });
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
});

test(
  'shows until when a canceled subscription runs, that it does not renew, and where to resume it',
  { tags: ['spec-123.2', 'spec-189.1'] },
  async () => {
    const left = watchDepartures();
    const canceled = aSubscription('active', {
      ...march,
      ending: true,
      canceled_at: '2030-04-02T12:00:00.000Z',
      cancel_at: march.currentPeriodEnd,
    });
    subscriptionServer(canceled);
    const user = await show();
    const block = await card('Your subscription is canceled');
    expect(block.getByText(/until March 1, 2031\. It does not renew, and nothing more is charged\./)).toBeVisible();
    expect(block.getByText('April 2, 2030')).toBeVisible();
    expect(block.getByText('No')).toBeVisible();
    expect(await fact('Next charge')).toBe('None: the subscription ends');
    await user.click(block.getByRole('button', { name: 'Resume in the billing portal' }));
    await expect.poll(() => left).toEqual(['https://pay.example/portal']);
  },
);

test.each(['canceled_at', 'cancel_at'] as const)(
  'shows no cancellation without %s',
  { tags: 'spec-123.2' },
  async (missing) => {
    subscriptionServer(aSubscription('active', { ending: true, [missing]: null }));
    await show();
    await plan();
    expect(screen.queryByRole('heading', { name: 'Your subscription is canceled' })).toBeNull();
  },
);

test('never asks for a payment method after a trial was canceled', async () => {
  subscriptionServer(aSubscription('trialing', { ending: true, hasCard: false }));
  await show();
  expect((await plan()).getByRole('button', { name: 'Billing portal' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your subscription is canceled' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add payment method' })).toBeNull();
});

test.each([
  [true, 'Update payment method'],
  [false, 'Add payment method'],
])('shows the open amount and offers the payment method when past due (attached: %s)', async (hasCard, action) => {
  const left = watchDepartures();
  subscriptionServer(aSubscription('past_due', { hasCard, amount_due: 12_000 }));
  const user = await show();
  expect(await screen.findByText('The last payment failed')).toBeVisible();
  expect(screen.getByText(/\$120\.00 is unpaid, and Pro features are paused/)).toBeVisible();
  expect(await fact('Amount due')).toBe('$120.00, due now');
  await user.click((await plan()).getByRole('button', { name: action }));
  await expect.poll(() => left).toEqual(['https://pay.example/card']);
  expect(screen.getAllByRole('button', { name: action })).toHaveLength(2);
});

test.each([
  [true, 'Update your payment method and we charge the new one.', 'Update payment method'],
  [false, 'Add a working payment method and we charge it.', 'Add payment method'],
])('shows no amount when past due and ending, because it is unknown (attached: %s)', async (hasCard, how, action) => {
  subscriptionServer(aSubscription('past_due', { ending: true, hasCard }));
  await show();
  expect(await screen.findByText(`Pro features are paused until you pay the invoice. ${how}`)).toBeVisible();
  expect(screen.getAllByRole('button', { name: action })).toHaveLength(2);
  expect(screen.queryByText(/\$0\.00/)).toBeNull();
});

test('warns that the next charge fails without a payment method', async () => {
  subscriptionServer(aSubscription('active', { ...march, hasCard: false }));
  await show();
  expect(await screen.findByText('Without one, the $120.00 charge on March 1, 2031 will fail.')).toBeVisible();
});

test('shows the end of the trial and the amount in the details', async () => {
  subscriptionServer(aSubscription('trialing', { ...march, hasCard: false }));
  await show();
  expect(await fact('Trial period')).toBe('March 1, 2030 to March 1, 2031');
  expect(await fact('Next charge')).toBe('$120.00 on March 1, 2031, if you add a payment method');
  expect(await fact('Payment method')).toBe('None attached');
});

test.each([
  ['pt', 'Seu plano', 'Portal de cobrança'],
  ['es', 'Tu plan', 'Portal de facturación'],
] as const)('shows no English text in %s', async (language, heading, portal) => {
  subscriptionServer(aSubscription('active'));
  await show(language);
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  expect(screen.getByRole('button', { name: portal })).toBeVisible();
});
