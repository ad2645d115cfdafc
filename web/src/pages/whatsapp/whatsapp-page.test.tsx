import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { aSubscription, everyStatus } from '#web/testing/a-subscription.ts';
import { home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { subscriptionCall } from '#web/testing/subscription-server.ts';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from './whatsapp-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(WhatsAppPage, { at: '/whatsapp', language });
const silenceConsole = () => vi.spyOn(console, 'error').mockImplementation(() => {});

const inactive = everyStatus.filter((status) => status !== 'active' && status !== 'trialing');

test.each(['active', 'trialing'])(
  'opens the page with an account and a subscription that is %s',
  { tags: ['spec-13.1', 'spec-96.1', 'spec-185.1'] },
  async (status) => {
    whatsAppServer({ subscription: aSubscription(status) });
    await show();
    expect(await screen.findByRole('heading', { name: 'Connection' })).toBeVisible();
    expect(screen.queryByText('Subscription required')).toBeNull();
  },
);

test.each(inactive)(
  'requires a subscription when it is %s, and links the plans',
  { tags: ['spec-13.1', 'spec-95.1', 'spec-185.1', 'spec-236.1'] },
  async (status) => {
    whatsAppServer({ subscription: aSubscription(status), trialUsed: true });
    await show();
    expect(await screen.findByText('Subscription required')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/subscription');
    expect(screen.queryByRole('heading', { name: 'Connection' })).toBeNull();
  },
);

test.each([
  { defaultWorkspace: true, trialUsed: false, button: 'Start free trial' },
  { defaultWorkspace: true, trialUsed: true, button: 'View plans' },
  { defaultWorkspace: false, trialUsed: false, button: 'View plans' },
  { defaultWorkspace: false, trialUsed: true, button: 'View plans' },
])(
  'with default workspace $defaultWorkspace and trial used $trialUsed links the plans as "$button"',
  { tags: ['spec-95.2', 'spec-95.3', 'spec-188.1'] },
  async ({ button, ...facts }) => {
    whatsAppServer({ ...facts, subscription: aSubscription('inactive') });
    await show();
    expect(await screen.findByRole('link', { name: button })).toHaveAttribute('href', '/subscription');
    expect(screen.getAllByRole('link')).toHaveLength(1);
  },
);

test.each(['active', 'inactive'])(
  'asks for an account first, also when the subscription is %s',
  { tags: 'spec-94.1' },
  async (status) => {
    whatsAppServer({ linked: false, subscription: aSubscription(status) });
    await show();
    expect(await screen.findByText('Link your Amazon account first')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Link Amazon account' })).toHaveAttribute('href', '/amazon-auth');
    expect(screen.queryByText('Subscription required')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Connection' })).toBeNull();
  },
);

test('shows title, subtitle and a spinner while loading, but no gate', { tags: 'spec-93.1' }, async () => {
  let answer = (_: { json: unknown }) => {};
  const server = whatsAppServer();
  server.answer(subscriptionCall, () => new Promise((resolve) => (answer = resolve)));
  await show();
  await waitFor(() => expect(server.sent(subscriptionCall)).toHaveLength(1));
  expect(screen.getByRole('heading', { level: 1, name: 'WhatsApp' })).toBeVisible();
  expect(screen.getByText(/^Run your triggers by messaging a WhatsApp group/)).toBeVisible();
  expect(screen.getByText('Loading...')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  answer({ json: aSubscription('active') });
  expect(await screen.findByRole('heading', { name: 'Connection' })).toBeVisible();
  expect(screen.queryByText('Loading...')).toBeNull();
});

test.each([numberCalls.current, subscriptionCall])('retries on request when %s fails', async (call) => {
  silenceConsole();
  const server = whatsAppServer();
  server.answer(call, errorReply(503, 'server.busy'));
  const user = await show();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The WhatsApp connection could not be loaded.');
  expect(alert).toHaveTextContent('We could not access our data. Try again shortly.');
  server.answer(call, call === subscriptionCall ? { json: aSubscription('active') } : currentIs(null));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Connection' })).toBeVisible();
});

test(
  'requests the number after the workspace id is known, for that workspace',
  { tags: ['spec-254.1', 'spec-266.1'] },
  async () => {
    let answer = (_: { json: unknown }) => {};
    const server = whatsAppServer();
    // An older server does not send the workspace id with the user.
    server.answer('GET /api/auth/user', {
      json: { id: 'ana', name: 'Ana Souza', trialUsed: true, signedInWith: 'google' },
    });
    server.answer('GET /api/workspaces/current', () => new Promise((resolve) => (answer = resolve)));
    await show();
    await waitFor(() => expect(server.sent('GET /api/workspaces/current')).toHaveLength(1));
    expect(server.heard.filter(({ path }) => /zapbox|groups|amazon|subscription/.test(path))).toEqual([]);
    answer({ json: home });
    await waitFor(() => expect(server.sent(numberCalls.current)).toMatchObject([{ workspace: String(home.id) }]));
  },
);

test('requests everything in parallel when the user comes with the workspace id', async () => {
  const server = whatsAppServer();
  server.answer('GET /api/workspaces/current', () => new Promise(() => {}));
  await show();
  await waitFor(() => expect(server.sent(numberCalls.current)).toMatchObject([{ workspace: String(home.id) }]));
  expect(server.sent(subscriptionCall)).toHaveLength(1);
});

test('shows the remaining time of a trial', { tags: 'spec-97.1' }, async () => {
  whatsAppServer({ subscription: aSubscription('trialing', { hasCard: false }), instance: aNumber('CONNECTED') });
  await show();
  expect(await screen.findByText('Your free trial ends in 5 days')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add payment method' })).toBeVisible();
});

test.each([
  [true, true, 1],
  [true, false, 0],
  [false, true, 0],
])(
  'with a canceled trial (default workspace %s, trial used %s) shows %i notices that it has ended',
  { tags: 'spec-98.1' },
  async (defaultWorkspace, trialUsed, times) => {
    whatsAppServer({ subscription: aSubscription('canceled'), defaultWorkspace, trialUsed });
    await show();
    expect(await screen.findByText('Subscription required')).toBeVisible();
    expect(screen.queryAllByText('Your free trial has ended')).toHaveLength(times);
  },
);

test('shows no trial banner for an active subscription', async () => {
  whatsAppServer();
  await show();
  expect(await screen.findByRole('heading', { name: 'Connection' })).toBeVisible();
  expect(screen.queryByText(/free trial/)).toBeNull();
});

test.each([
  ['pt', 'Assinatura necessária', 'Iniciar teste grátis'],
  ['es', 'Se requiere una suscripción', 'Iniciar prueba gratis'],
] as const)('shows the gate in %s', async (language, title, button) => {
  whatsAppServer({ subscription: aSubscription('inactive'), trialUsed: false });
  await show(language);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByRole('link', { name: button })).toBeVisible();
});
