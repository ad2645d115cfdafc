import { beforeEach, expect, test } from 'vitest';

import type { TransactItem } from '#functions/data/table.ts';

import { aPausingHook } from '../../support/a-pausing-hook.ts';
import { aBilling, type ABilling } from '../../support/worlds/a-billing.ts';
import { paid, pastDue, subscribed } from './with-billing.ts';

const pausing = aPausingHook({ gained: 1, lost: 0 });

let at: ABilling;
beforeEach(async () => void (at = await aBilling({ hooks: [pausing] })));

const said = ({ Put }: TransactItem): unknown => Put?.Item?.['entry'];
const heard = () =>
  at.subscriptions.also.map(said).map((entry) => (JSON.stringify(entry).includes('"link":1') ? 'gained' : 'lost'));

test('what follows from gaining and losing the plan is written with the change, once each', async () => {
  await paid(at);
  await Promise.all([at.sync(1), at.sync(1), at.sync(1)]);
  await at.sync(1);
  expect(heard()).toEqual(['gained']);
  at.advance(6);
  await Promise.all([at.sync(1), at.read(1)]);
  expect(heard()).toEqual(['gained', 'lost']);
});

test('a change within the plan has nothing follow', async () => {
  await subscribed(at, { card: 'pm_card_visa' });
  at.advance(6);
  expect((await at.sync(1)).item.status).toBe('active');
  expect(heard()).toEqual(['gained']);
});

test('a payment that fails loses the plan, and a new card brings it back', async () => {
  await pastDue(at);
  const { url } = await at.portal(2, 'createPaymentMethodUpdateSession');
  await at.pressed(`${url}/card`, { card: 'pm_card_visa' });
  await at.sync(2);
  expect(heard()).toEqual(['gained', 'lost', 'gained']);
});

test('a write that was overtaken has nothing follow; the one that is accepted has', async () => {
  await paid(at);
  at.subscriptions.between.push(() => {
    const item = at.items.get(1);
    if (item) at.items.set(1, { ...item, rev: item.rev + 1 });
  });
  await at.sync(1);
  expect(heard()).toEqual(['gained']);
});

test('a customer who was deleted at Stripe loses the plan, too, though no event told it', async () => {
  const { customerId = '' } = await subscribed(at, { id: 2 });
  await at.account.customers.del(customerId);
  await at.portal(2, 'createPortalSession').catch(() => undefined);
  expect(heard()).toEqual(['gained', 'lost']);
});
