import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { DashboardPage } from '#web/pages/dashboard/dashboard-page.tsx';
import { errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { watchDepartures } from '#web/testing/departures.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { sessionCall, subscriptionCall, subscriptionServer } from '#web/testing/subscription-server.ts';

import { remaining } from './remaining.ts';

afterEach(() => void vi.useRealTimers());

const now = Date.parse('2026-11-21T12:00:00Z');
const end = '2026-11-26T11:59:00.000Z';
const onTrial = (more: Parameters<typeof aSubscription>[1] = {}) =>
  aSubscription('trialing', { currentPeriodEnd: end, ...more });

/** Parts of the dashboard that load later may hide a banner for a moment. */
function show(language: 'pt' | 'en' | 'es' = 'en') {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  return showPage(DashboardPage, { at: '/dashboard', language });
}

test(
  'shows the end and the charge of a trial with a payment method',
  { tags: ['spec-60.1', 'spec-186.1', 'spec-186.2'] },
  async () => {
    subscriptionServer(onTrial());
    await show();
    await waitFor(() => expect(screen.getByText('Your free trial ends in 5 days')).toBeVisible());
    expect(
      screen.getByText('$120.00 is charged on November 26, 2026, when the trial ends. You can cancel until then.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add payment method' })).toBeNull();
  },
);

test('warns about a trial without a payment method and links the page to add one', { tags: 'spec-186.3' }, async () => {
  const left = watchDepartures();
  const server = subscriptionServer(onTrial({ hasCard: false }));
  const user = await show();
  const warning = /^Add a payment method by November 26, 2026 to keep Pro: \$120\.00 is charged/;
  await waitFor(() => expect(screen.getByText(warning)).toBeVisible());
  await user.click(screen.getByRole('button', { name: 'Add payment method' }));
  await expect.poll(() => left).toEqual(['https://pay.example/card']);
  expect(server.sent(sessionCall('payment-method-update'))).toMatchObject([{ body: { locale: 'en' } }]);
});

test('shows why the page cannot be opened under the banner', { tags: 'spec-314.1' }, async () => {
  const server = subscriptionServer(onTrial({ hasCard: false }));
  server.answer(sessionCall('payment-method-update'), errorReply(503, 'subscription.providerBusy'));
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Add payment method' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The payment service is not responding.');
});

test.each([true, false])(
  'shows that a canceled trial is not charged, and asks for no payment method (attached: %s)',
  async (hasCard) => {
    subscriptionServer(onTrial({ ending: true, hasCard }));
    await show();
    expect(
      await screen.findByText('You canceled. Pro ends on November 26, 2026, and nothing is charged.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add payment method' })).toBeNull();
    expect(screen.queryByText(/Add a payment method/)).toBeNull();
  },
);

test('shows that nothing is charged after a trial when nothing is due', async () => {
  subscriptionServer(onTrial({ amount_due: 0 }));
  await show();
  expect(await screen.findByText('Nothing is charged when it ends on November 26, 2026.')).toBeVisible();
});

test.each([
  ['pt', 'Seu teste grátis termina em 5 dias', /26 de novembro de 2026/],
  ['es', 'Tu prueba gratis termina en 5 días', /26 de noviembre de 2026/],
] as const)('shows the banner in %s', async (language, title, date) => {
  subscriptionServer(onTrial());
  await show(language);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(date)).toBeVisible();
});

test('shows no banner for a trial without an end', { tags: 'spec-186.1' }, async () => {
  const server = subscriptionServer(onTrial({ currentPeriodEnd: null }));
  await show();
  await expect.poll(() => server.sent(subscriptionCall)).toHaveLength(1);
  await screen.findByRole('link', { name: /Total triggers\s*1/ });
  expect(screen.queryByText(/Your free trial/)).toBeNull();
});

test.each(['active', 'past_due', 'inactive', 'unpaid', 'paused'])(
  'shows no trial banner for a subscription that is %s',
  { tags: 'spec-186.1' },
  async (status) => {
    const server = subscriptionServer(aSubscription(status));
    await show();
    await expect.poll(() => server.sent(subscriptionCall)).toHaveLength(1);
    await screen.findByRole('link', { name: /Total triggers\s*1/ });
    expect(screen.queryByText(/free trial/i)).toBeNull();
  },
);

test(
  'shows that the trial has ended, with a link to the plans',
  { tags: ['spec-60.1', 'spec-183.1', 'spec-183.2', 'spec-187.1'] },
  async () => {
    subscriptionServer(aSubscription('canceled', { currentPeriodEnd: '2026-11-20T12:00:00.000Z' }));
    await show();
    expect(await screen.findByText('Your free trial has ended')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/subscription');
  },
);

test('does not call a paid year after the trial a trial', async () => {
  const [currentPeriodStart, currentPeriodEnd] = ['2025-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z'];
  subscriptionServer(aSubscription('canceled', { currentPeriodStart, currentPeriodEnd }));
  await show();
  expect(await screen.findByText('Your subscription has ended')).toBeVisible();
  expect(screen.getByText(/^It ended on November 20, 2026/)).toBeVisible();
  expect(screen.queryByText(/free trial/)).toBeNull();
});

test.each([
  ['of another workspace', { defaultWorkspace: false }],
  ['of a user who had no trial', { trialUsed: false }],
])('shows no banner for an ended subscription %s', { tags: 'spec-187.1' }, async (_, world) => {
  const server = subscriptionServer(aSubscription('canceled'), world);
  await show();
  await expect.poll(() => server.sent(subscriptionCall)).toHaveLength(1);
  await screen.findByRole('link', { name: /Total triggers\s*1/ });
  expect(screen.queryByText('Your free trial has ended')).toBeNull();
});

test('leaves the page unchanged, without a toast, when the subscription cannot be read', async () => {
  const server = subscriptionServer(onTrial());
  server.answer(subscriptionCall, errorReply(503, 'server.busy'));
  await show();
  expect(await screen.findByRole('link', { name: /Total triggers\s*1/ })).toBeVisible();
  await expect.poll(() => server.sent(subscriptionCall)).toHaveLength(1);
  expect(screen.queryByText('Error')).toBeNull();
});

const hour = 3_600_000;

test.each([
  [119.9 * hour, 'in 5 days'],
  [48 * hour, 'in 2 days'],
  [47 * hour, 'in 47 hours'],
  [hour, 'in 1 hour'],
  [hour / 2, 'in 30 minutes'],
  [1, 'in 1 minute'],
  [0, undefined],
  [-hour, undefined],
])('formats %s ms before the end of a trial as %s', (left, words) => {
  expect(remaining(now + left, now, 'en')).toBe(words);
});
