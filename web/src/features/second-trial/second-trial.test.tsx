import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { DashboardPage } from '#web/pages/dashboard/dashboard-page.tsx';
import { SubscriptionPage } from '#web/pages/subscription/subscription-page.tsx';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { subscriptionServer } from '#web/testing/subscription-server.ts';

const once = ', and there is one per person, Amazon account and WhatsApp number.';

test.each([
  ['person', 'You have had a free trial before'],
  ['amazonAccount', 'The Amazon account that was linked to this workspace has had a free trial before'],
  ['whatsappNumber', 'The WhatsApp number that was connected to this workspace has had a free trial before'],
] as const)('explains a trial that ended early because of the %s, and offers the plans', async (secondTrial, why) => {
  subscriptionServer(aSubscription('canceled', { secondTrial }));
  await showPage(SubscriptionPage, { at: '/subscription', language: 'en' });
  const text = `${why}${once} Nothing was charged for it. Choose a plan to continue.`;
  expect(await screen.findByText(text)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Subscribe to Pro' })).toBeVisible();
  expect(screen.queryByText(/^Your free trial (?:has )?ended$|^Your free trial is over/)).toBeNull();
  const [notice, heading] = [screen.getByText(text), screen.getByRole('heading', { name: 'Choose a plan' })];
  expect(notice.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('shows that a trial that became a paid plan early is charged', async () => {
  subscriptionServer(aSubscription('active', { secondTrial: 'amazonAccount' }));
  await showPage(DashboardPage, { at: '/dashboard', language: 'en' });
  await waitFor(() => expect(screen.getByText('Your free trial ended early')).toBeVisible());
  expect(screen.getByText(/The plan you chose is charged from now on\. You can cancel at any time\.$/)).toBeVisible();
});

test.each([
  ['canceled', 'View plans'],
  ['active', 'View subscription'],
])('shows a trial that ended early and is %s on the dashboard with "%s"', async (status, link) => {
  subscriptionServer(aSubscription(status, { secondTrial: 'whatsappNumber' }));
  await showPage(DashboardPage, { at: '/dashboard', language: 'en' });
  expect(await screen.findByRole('link', { name: link })).toHaveAttribute('href', '/subscription');
});

test('shows nothing for a subscription without a second trial', async () => {
  subscriptionServer(aSubscription('active'));
  await showPage(SubscriptionPage, { at: '/subscription', language: 'en' });
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible();
  expect(screen.queryByText('Your free trial ended early')).toBeNull();
});
