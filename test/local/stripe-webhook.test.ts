import { afterAll, beforeAll, expect, test } from 'vitest';

import { setUpBilling } from '#infra/billing/set-up.ts';

import { aStripe, type AStripe } from '../sandboxes/stripe/a-stripe.ts';
import { moveWebhook } from './stripe-webhook.ts';

let at: AStripe;
beforeAll(async () => void (at = await aStripe()));
afterAll(() => at.close());

async function start(appUrl: string) {
  await moveWebhook(at.stripe, appUrl);
  await setUpBilling({ stripe: at.stripe, appUrl });
  return (await at.stripe.webhookEndpoints.list()).data.map(({ id, url }) => ({ id, url }));
}

test('moves the endpoint to the current port and keeps its secret', async () => {
  const [first] = await start('http://127.0.0.1:3000');
  const moved = await start('http://127.0.0.1:4000');
  expect(moved).toEqual([{ id: first?.id, url: 'http://127.0.0.1:4000/prod/stripe/events' }]);
  expect(await start('http://127.0.0.1:4000')).toEqual(moved);
});

test('deletes endpoints of earlier starts except the first one', async () => {
  const [first] = await start('http://127.0.0.1:4000');
  await setUpBilling({ stripe: at.stripe, appUrl: 'http://127.0.0.1:5000' });
  await setUpBilling({ stripe: at.stripe, appUrl: 'https://elsewhere.example.com' });
  expect(await start('http://127.0.0.1:6000')).toEqual([
    { id: first?.id, url: 'http://127.0.0.1:6000/prod/stripe/events' },
  ]);
});
