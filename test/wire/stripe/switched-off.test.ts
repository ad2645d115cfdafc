import { beforeEach, expect, test } from 'vitest';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { atStripe, openCheckouts, openInvoices, pastDue, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const status = () => at.items.get(2)?.status;
const become = (state: 'ATIVO' | 'INATIVO') => {
  const known = at.workspaces.get(2);
  if (known) at.workspaces.set(2, { ...known, status: state });
};
const cleanUp = async () => {
  await at.subscriptions.syncSoon(2, at.deps.now());
  await at.syncDue();
};

test('cancels a past-due subscription and its invoices when the workspace is deactivated', async () => {
  await pastDue(at);
  become('INATIVO');
  await cleanUp();
  expect(status()).toBe('canceled');
  expect(openInvoices(at)).toEqual([]);
});

test.each(['unpaid', 'incomplete', 'paused'] as const)(
  'cancels a subscription with the status %s when the workspace is deactivated',
  async (left) => {
    await subscribed(at, { id: 2 });
    atStripe(at, 2).status = left;
    become('INATIVO');
    await cleanUp();
    expect(status()).toBe('canceled');
  },
);

test('keeps the subscription when the workspace is reactivated before the cleanup', async () => {
  await pastDue(at);
  become('INATIVO');
  await at.subscriptions.syncSoon(2, at.deps.now());
  become('ATIVO');
  await at.syncDue();
  expect(status()).toBe('past_due');
});

test('closes an open checkout page when the workspace is deactivated, so that it cannot start a subscription', async () => {
  await at.checkout(2, 'pro_monthly');
  become('INATIVO');
  await cleanUp();
  expect(openCheckouts(at)).toEqual([]);
  expect(at.items.get(2)?.pendingCheckout).toBeUndefined();
});

test('keeps a subscription that was bought during the deactivation', async () => {
  const { url } = await at.checkout(2, 'pro_monthly');
  become('INATIVO');
  await at.pressed(url, { action: 'pay', card: 'pm_card_visa' });
  await cleanUp();
  expect(status()).toBe('active');
  expect(atStripe(at, 2).status).toBe('active');
});

test('cancels a subscription whose payment fails after the deactivation', async () => {
  await subscribed(at, { id: 2, card: 'pm_card_chargeCustomerFail' });
  become('INATIVO');
  await cleanUp();
  expect(status()).toBe('active');
  at.advance(31.5);
  await at.sync(2);
  expect(status()).toBe('canceled');
  expect(openInvoices(at)).toEqual([]);
});

test('voids the invoice at the next sync when canceling stops after the subscription', async () => {
  await pastDue(at);
  become('INATIVO');
  at.trouble.push({ at: `POST /v1/invoices/${openInvoices(at)[0]?.id}/void`, does: 'cut' });
  await cleanUp();
  expect(atStripe(at, 2).status).toBe('canceled');
  expect(openInvoices(at)).toHaveLength(1);
  // The workspace stays due until a sync completes.
  await at.syncDue();
  expect(status()).toBe('canceled');
  expect(openInvoices(at)).toEqual([]);
});
