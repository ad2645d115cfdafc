import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { planLink, takePlanOrigin } from '#web/features/billing/plan-origin.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { showPage } from '#web/testing/show-page.tsx';
import { subscriptionCall, subscriptionServer } from '#web/testing/subscription-server.ts';

import { SubscriptionPage } from './subscription-page.tsx';

afterEach(() => void vi.useRealTimers());

const show = (query = '', language: 'pt' | 'en' | 'es' = 'en') =>
  showPage(SubscriptionPage, { at: `/subscription${query}`, language });
const wantPlan = (path: string, workspaceId = home.id) => planLink(workspaceId, path).onClick();
const never = aSubscription('inactive', { hasCard: false });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('names the workspace whose subscription it shows', async () => {
  subscriptionServer(never);
  await show();
  expect(await screen.findByText('Plan and billing for “Casa”.')).toBeVisible();
});

test('retries on request when the subscription cannot be fetched', { tags: 'spec-315.1' }, async () => {
  const server = subscriptionServer(never);
  server.answer(subscriptionCall, errorReply(503, 'server.busy'));
  const user = await show('', 'pt');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Falha ao buscar assinatura');
  server.answer(subscriptionCall, { json: aSubscription('active') });
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('heading', { name: 'Seu plano' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test(
  'shows that the workspace id is missing when the current workspace cannot be loaded',
  { tags: 'spec-315.2' },
  async () => {
    const server = subscriptionServer(never);
    server.answer('GET /api/workspaces/current', errorReply(503, 'server.busy'));
    await show('', 'pt');
    expect(await screen.findByText('Workspace ID não disponível')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  },
);

test('shows the workspace of the id without switching to it', { tags: ['spec-32.1', 'spec-277.1'] }, async () => {
  const server = subscriptionServer(never);
  const beach = { ...home, id: 99, name: 'Praia', defaultWorkspace: false };
  server.answer('GET /api/workspaces', { json: [home, beach] });
  server.answer('GET /api/subscription/99', { json: aSubscription('active', { workspaceId: 99 }) });
  await show('?id=99');
  expect(await screen.findByText('Plan and billing for “Praia”.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible();
  expect(new Set(server.sent('GET /api/subscription/99').map(({ workspace }) => workspace))).toEqual(new Set(['99']));
  expect(server.sent(subscriptionCall)).toEqual([]);
  expect(server.sent('POST /api/workspaces/switch')).toEqual([]);
});

test('shows "not found" for a foreign workspace without fetching anything of it', async () => {
  const server = subscriptionServer(never);
  await show('?id=123');
  expect(await screen.findByText('Workspace not found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View current workspace’s subscription' })).toHaveAttribute(
    'href',
    '/subscription',
  );
  expect(server.sent('GET /api/subscription/123')).toEqual([]);
});

test.each(['abc', '', '0', '-1', '1e3', '99999999999999999'])(
  'rejects "%s" as an id',
  { tags: ['spec-223.1', 'spec-315.3'] },
  async (id) => {
    subscriptionServer(never);
    await show(`?id=${id}`, 'pt');
    expect(await screen.findByText('ID do workspace inválido')).toBeVisible();
  },
);

test('shows that nothing was charged after a canceled checkout, until dismissed', { tags: 'spec-122.1' }, async () => {
  subscriptionServer(never);
  const user = await show(`?id=${home.id}&canceled=true`);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Checkout canceledNothing was charged, and no subscription was started.');
  expect(await screen.findByRole('radio', { name: /Annual/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(window.location.search).toBe(`?id=${home.id}`);
});

test.each([
  ['active', 'Subscription active'],
  ['trialing', 'Your free trial has started'],
  ['past_due', 'Subscription created'],
])('shows after a checkout that ended in %s "%s", until dismissed', { tags: 'spec-122.1' }, async (status, title) => {
  const server = subscriptionServer(aSubscription(status));
  const user = await show('?success=true');
  const notice = (await screen.findByText(title)).closest('[role=status]');
  expect(notice).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your plan' })).toBeVisible();
  await expect.poll(() => server.sent('GET /api/auth/user').length).toBeGreaterThan(1);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(title)).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(window.location.search).toBe('');
});

test.each([
  ['trialing', 1],
  ['active', 1],
  ['past_due', 0],
])('leads to WhatsApp after a checkout that ended in %s: %i', async (status, links) => {
  subscriptionServer(aSubscription(status));
  await show('?success=true');
  await screen.findByRole('button', { name: 'Dismiss' });
  await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Continue to WhatsApp' })).toHaveLength(links));
});

test('does not lead to WhatsApp after a checkout on a stage without gateways', async () => {
  subscriptionServer(aSubscription('active'));
  await showPage(SubscriptionPage, { at: '/subscription?success=true', config: { hasWhatsapp: false } });
  await screen.findByRole('button', { name: 'Dismiss' });
  expect(screen.queryByRole('link', { name: 'Continue to WhatsApp' })).toBeNull();
});

test.each([
  ['/whatsapp', 'trialing', '/whatsapp'],
  ['/triggers?check=gate', 'active', '/triggers?check=gate'],
  ['/whatsapp', 'past_due', '/subscription'],
] as const)('continues after a plan requested at %s that ended in %s at %s', async (origin, status, path) => {
  wantPlan(origin);
  subscriptionServer(aSubscription(status));
  await show('?success=true');
  await expect.poll(() => window.location.pathname + window.location.search).toBe(path);
});

test('stays at the plan for WhatsApp of a workspace that is not the current one', async () => {
  wantPlan('/whatsapp', 99);
  const server = subscriptionServer(never);
  server.answer('GET /api/workspaces', { json: [home, { ...home, id: 99, name: 'Praia', defaultWorkspace: false }] });
  server.answer('GET /api/subscription/99', { json: aSubscription('trialing', { workspaceId: 99 }) });
  await show('?id=99&success=true');
  expect(await screen.findByText('Your free trial has started')).toBeVisible();
  await expect.poll(() => window.location.pathname + window.location.search).toBe('/subscription?id=99');
});

test('stays at the plan of the current workspace if the plan was requested for another one', async () => {
  wantPlan('/whatsapp', 99);
  subscriptionServer(aSubscription('trialing'));
  await show('?success=true');
  expect(await screen.findByText('Your free trial has started')).toBeVisible();
  await expect.poll(() => window.location.pathname + window.location.search).toBe('/subscription');
});

test.each([
  ['the link', [], { path: '/whatsapp', workspaceId: home.id }],
  ['the menu afterwards', ['Dashboard', 'Subscription'], undefined],
] as const)('with the plans opened by %s, remembers the WhatsApp page accordingly', async (_, menu, origin) => {
  subscriptionServer(never);
  const { user } = await showApp('/whatsapp');
  for (const name of ['View plans', ...menu]) await user.click(await screen.findByRole('link', { name }));
  expect(await screen.findByText('Plan and billing for “Casa”.')).toBeVisible();
  cleanup();
  // The cancellation keeps it for the next checkout.
  await show('?canceled=true');
  await screen.findByRole('alert');
  expect(takePlanOrigin()).toEqual(origin);
});

test.each([
  ['?success=true', aSubscription('active'), 'Subscription active'],
  ['?canceled=true', never, 'Checkout canceled'],
])('shows the result of %s once and removes it from the address', async (query, subscription, title) => {
  subscriptionServer(subscription);
  const before = window.history.length;
  await show(`?id=${home.id}&${query.slice(1)}`);
  expect(await screen.findByText(title)).toBeVisible();
  await expect.poll(() => window.location.search).toBe(`?id=${home.id}`);
  expect(screen.getByText(title)).toBeVisible();
  expect(window.history.length).toBe(before);
  cleanup();
  await show(window.location.search);
  await screen.findByRole('heading', { name: query === '?success=true' ? 'Your plan' : 'Choose a plan' });
  expect(screen.queryByText(title)).toBeNull();
});

test('keeps an unconfirmed checkout in the address, so that a reload checks again', async () => {
  subscriptionServer(never);
  await show('?success=true');
  expect(await screen.findByText('Confirming your subscription')).toBeVisible();
  expect(window.location.search).toBe('?success=true');
});

test('accepts only "true" as a value', { tags: 'spec-122.1' }, async () => {
  subscriptionServer(never);
  await show('?canceled=1&success=yes');
  await screen.findByRole('radio', { name: /Annual/ });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('Confirming your subscription')).toBeNull();
});

test('polls after the checkout until the subscription is live', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = subscriptionServer(never);
  await show('?success=true');
  expect(await screen.findByText('Confirming your subscription')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Subscribe to Pro' })).toBeNull();
  const before = server.sent(subscriptionCall).length;
  await pass(4_100);
  expect(server.sent(subscriptionCall)).toHaveLength(before + 1);
  server.answer(subscriptionCall, { json: aSubscription('trialing') });
  await pass(4_100);
  expect(await screen.findByText('Your free trial has started')).toBeVisible();
  await pass(30_000);
  expect(server.sent(subscriptionCall)).toHaveLength(before + 2);
});

test('polls five times, then shows that it may take longer, and checks on request', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = subscriptionServer(never);
  await show('?success=true');
  await screen.findByText('Confirming your subscription');
  const before = server.sent(subscriptionCall).length;
  await pass(60_000);
  expect(server.sent(subscriptionCall)).toHaveLength(before + 5);
  expect(await screen.findByText('Not confirmed yet')).toBeVisible();
  expect(screen.getByText(/no need to pay again/)).toBeVisible();
  expect(await screen.findByRole('radio', { name: /Annual/ })).toBeVisible();
  server.answer(subscriptionCall, { json: aSubscription('active') });
  await act(async () => screen.getByRole('button', { name: 'Check again' }).click());
  await pass(4_100);
  expect(await screen.findByText('Subscription active')).toBeVisible();
});

test('shows no message for a failed poll', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = subscriptionServer(never);
  await show('?success=true');
  await screen.findByText('Confirming your subscription');
  server.answer(subscriptionCall, errorReply(503, 'subscription.providerBusy'));
  await pass(8_500);
  expect(screen.getByText('Confirming your subscription')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('refetches after the return from the billing portal, because changes may arrive late', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = subscriptionServer(aSubscription('active'));
  await show(`?id=${home.id}`);
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible();
  server.answer(subscriptionCall, { json: aSubscription('active', { ending: true }) });
  const before = server.sent(subscriptionCall).length;
  await pass(2_100);
  expect(await screen.findByRole('heading', { name: 'Your subscription is canceled' })).toBeVisible();
  await pass(60_000);
  expect(server.sent(subscriptionCall)).toHaveLength(before + 2);
});

test('refetches when the browser restores the page', async () => {
  const server = subscriptionServer(aSubscription('active'));
  await show();
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible();
  server.answer(subscriptionCall, { json: aSubscription('active', { ending: true }) });
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(await screen.findByRole('heading', { name: 'Your subscription is canceled' })).toBeVisible();
});

test('does not poll after a canceled checkout', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = subscriptionServer(never);
  await show('?canceled=true');
  await screen.findByRole('radio', { name: /Annual/ });
  const before = server.sent(subscriptionCall).length;
  await pass(60_000);
  expect(server.sent(subscriptionCall)).toHaveLength(before);
});

test('shows an ended trial above the plans of the default workspace', async () => {
  subscriptionServer(aSubscription('canceled', { currentPeriodEnd: '2026-03-01T12:00:00.000Z' }));
  await show();
  const banner = await screen.findByText('Your free trial has ended');
  expect(screen.getByText(/^It ended on March 1, 2026, so Pro features/)).toBeVisible();
  const plans = await screen.findByRole('heading', { name: 'Choose a plan' });
  expect(banner.compareDocumentPosition(plans)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('link', { name: 'View plans' })).toBeNull();
});

test.each([
  ['another workspace', aSubscription('canceled'), { defaultWorkspace: false }],
  ['the user had no trial', aSubscription('canceled'), { trialUsed: false }],
  ['the period has not ended', aSubscription('canceled', { currentPeriodEnd: '2999-01-01T00:00:00.000Z' }), {}],
])(
  'shows that the subscription has ended instead of the trial: %s',
  { tags: 'spec-187.1' },
  async (_, subscription, world) => {
    subscriptionServer(subscription, world);
    await show();
    expect(await screen.findByText('Your subscription has ended')).toBeVisible();
    expect(screen.queryByText('Your free trial has ended')).toBeNull();
  },
);

test(
  'redirects a workspace’s subscription address to the page and keeps the query',
  { tags: 'spec-34.1' },
  async () => {
    subscriptionServer(never);
    await showApp(`/workspace/4711/subscription?canceled=true&from=mail`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent('Checkout canceled');
    await expect.poll(() => window.location.pathname + window.location.search).toBe('/subscription?from=mail');
  },
);
