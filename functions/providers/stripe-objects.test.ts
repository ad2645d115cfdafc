import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { stripeClient } from './stripe-client.ts';
import { failureOf } from './stripe-failure.ts';
import { stripeEvent, stripeSubscription } from './stripe-objects.ts';

const long = 'a'.repeat(3000);

const subscription = {
  object: 'subscription',
  id: 'sub_1',
  status: 'active',
  created: 0,
  currency: 'brl',
  customer: 'cus_1',
  cancel_at_period_end: false,
  items: { data: [{ id: 'si_1', current_period_start: 0, current_period_end: 1, price: { id: 'price_1' } }] },
};
const event = { object: 'event', id: 'evt_1', type: 'customer.updated', created: 0, livemode: false };
const data = { object: { object: 'customer', id: 'cus_1' } };

describe('fields of 3,000 characters', () => {
  test.each(['id', 'status', 'currency', 'customer', 'default_payment_method', 'default_source', 'latest_invoice'])(
    'rejects a subscription with 3,000 characters in %s',
    (field) => {
      expect(stripeSubscription.safeParse(subscription).success).toBe(true);
      expect(stripeSubscription.safeParse({ ...subscription, [field]: long }).success).toBe(false);
    },
  );

  test.each(['id', 'type'])('rejects an event with 3,000 characters in %s', (field) => {
    expect(stripeEvent.safeParse({ ...event, data }).success).toBe(true);
    expect(stripeEvent.safeParse({ ...event, data, [field]: long }).success).toBe(false);
  });
});

test('drops error details of 3,000 characters', () => {
  const error = new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: long,
    requestId: long,
  });
  expect(failureOf(error)).toMatchObject({
    details: { code: 'resource_missing', param: undefined, requestId: undefined },
  });
});

test('shortens the list of unexpected fields to 255 characters', async () => {
  const call = stripeClient({
    secret: () => Promise.resolve({ apiKey: 'sk_test_1', webhookSecret: 'whsec_1' }),
    place: { STRIPE_API_BASE: undefined, STRIPE_MODE: 'test' },
    patience: { timeoutMs: 1000, retries: 0 },
  });
  const metadata = z.object({ metadata: z.record(z.string(), z.string()) });
  await expect(call(metadata, () => Promise.resolve({ metadata: { [long]: 7 } }))).rejects.toMatchObject({
    details: { param: `metadata.${long}`.slice(0, 255) },
  });
});
