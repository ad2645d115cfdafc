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

test('a workspace that is switched off while a payment is past due owes nothing any more', async () => {
  await pastDue(at);
  become('INATIVO');
  await cleanUp();
  expect(status()).toBe('canceled');
  expect(openInvoices(at)).toEqual([]);
});

test.each(['unpaid', 'incomplete', 'paused'] as const)(
  'one whose subscription is %s does not, either',
  async (left) => {
    await subscribed(at, { id: 2 });
    atStripe(at, 2).status = left;
    become('INATIVO');
    await cleanUp();
    expect(status()).toBe('canceled');
  },
);

test('one that is on again before anybody cleaned up keeps what it has', async () => {
  await pastDue(at);
  become('INATIVO');
  await at.subscriptions.syncSoon(2, at.deps.now());
  become('ATIVO');
  await at.syncDue();
  expect(status()).toBe('past_due');
});

test('an open checkout page is closed, so that it cannot start a subscription', async () => {
  await at.checkout(2, 'pro_monthly');
  become('INATIVO');
  await cleanUp();
  expect(openCheckouts(at)).toEqual([]);
  expect(at.items.get(2)?.pendingCheckout).toBeUndefined();
});

test('what was bought while it was being switched off stays, for its owner to decide', async () => {
  const { url } = await at.checkout(2, 'pro_monthly');
  become('INATIVO');
  await at.pressed(url, { action: 'pay', card: 'pm_card_visa' });
  await cleanUp();
  expect(status()).toBe('active');
  expect(atStripe(at, 2).status).toBe('active');
});

test('a payment that fails later, in a workspace that is off, ends it then', async () => {
  await subscribed(at, { id: 2, card: 'pm_card_chargeCustomerFail' });
  become('INATIVO');
  await cleanUp();
  expect(status()).toBe('active');
  at.advance(31.5);
  await at.sync(2);
  expect(status()).toBe('canceled');
  expect(openInvoices(at)).toEqual([]);
});

test('when ending stops between the subscription and its invoice, the next sync continues from there', async () => {
  await pastDue(at);
  become('INATIVO');
  at.trouble.push({ at: `POST /v1/invoices/${openInvoices(at)[0]?.id}/void`, does: 'cut' });
  await cleanUp();
  expect(atStripe(at, 2).status).toBe('canceled');
  expect(openInvoices(at)).toHaveLength(1);
  // It stays due until a sync completes.
  await at.syncDue();
  expect(status()).toBe('canceled');
  expect(openInvoices(at)).toEqual([]);
});
