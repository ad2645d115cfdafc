import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { watchDepartures } from '#web/testing/departures.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { sessionCall, subscriptionServer } from '#web/testing/subscription-server.ts';

import { SubscriptionPage } from '../subscription-page.tsx';

// The configuration is read once per process, so this test is in a separate file.
test(
  'shows the configured prices, and retries when they cannot be loaded',
  { tags: ['spec-279.1', 'spec-279.2', 'spec-336.4'] },
  async () => {
    const server = subscriptionServer(aSubscription('inactive'));
    const prices = {
      currency: 'eur',
      pro_monthly: { id: 'price_monthly_9', amount: 2000 },
      pro_annual: { id: 'price_9', amount: 18_000 },
    };
    const left = watchDepartures();
    server.answer('GET /config.json', errorReply(503, 'server.busy'));
    const user = await showPage(SubscriptionPage, { at: '/subscription' });
    expect(await screen.findByText('The prices could not be loaded.')).toBeVisible();
    server.answer('GET /config.json', { json: { webhookUrl: 'https://hooks.example', prices } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('radio', { name: 'Annual save 25%' })).toBeChecked();
    expect(screen.getByText('€15.00')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Monthly' }));
    await user.click(screen.getByRole('button', { name: 'Subscribe to Pro' }));
    await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
    await expect.poll(() => left).toHaveLength(1);
    expect(server.sent(sessionCall('checkout'))).toMatchObject([
      { body: { priceId: 'price_monthly_9', planType: 'pro_monthly' } },
    ]);
  },
);
