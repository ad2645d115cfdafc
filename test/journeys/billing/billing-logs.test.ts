import { readFile } from 'node:fs/promises';

import { expect, inject, test } from 'vitest';

import { guests } from '../kit/guests.ts';
import { newcomer } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { subscriberAt } from '../kit/subscriber.ts';

const guest = guests('billingLogs');
const log = (): Promise<string> => readFile(inject('functionLog'), 'utf8');

test('logs no key, secret, e-mail, card, signature or page address in billing', async () => {
  const person = await newcomer(guest());
  const ana = await subscriberAt(person);
  const page = await ana.checkout('pro_annual');
  await ana.press(page, { action: 'pay', card: 'pm_card_visa' });
  await expect.poll(() => ana.read(), { ...soon, interval: 300 }).toMatchObject({ status: 'trialing' });
  const portal = await ana.portal('create-payment-method-update-session');
  await ana.press(portal, { card: 'pm_card_mastercard' }, '/card');
  await ana.ask('create-checkout-session', { priceId: 'price_very_private' });
  await person.send('POST', '/prod/stripe/events', { very: 'private' }, { 'stripe-signature': 't=1,v1=very-private' });
  await expect.poll(async () => (await log()).includes('billing.eventRefused'), soon).toBe(true);
  await expect.poll(async () => (await log()).includes('billing.synced'), soon).toBe(true);

  const lines = await log();
  const secrets = ['local-stripe-key', 'local-stripe-webhook-secret', 'very-private', 'very_private', '@example.com'];
  const pages = [page, portal, new URL(page).pathname, new URL(portal).pathname];
  expect([...secrets, ...pages, person.name].filter((one) => lines.includes(one))).toEqual([]);
  // Four digits alone may be part of any id.
  expect(lines).not.toMatch(/"(?:4242|4444)"|last4|(?:4242){4}|visa|mastercard/i);
  expect(lines).not.toMatch(/stripe-signature|\bv1=|pm_\w+local/i);
});
