import { expect, test } from 'vitest';

import { aStripeInProcess } from '../../support/worlds/billing/a-stripe-in-process.ts';

test('a customer is deleted once and for all, and one who is gone or was never there is as good', async () => {
  const { stripe, sent } = aStripeInProcess('https://app.test');
  const id = await stripe.createCustomer({ name: 'Ana', email: 'ana@example.com' }, 'customer:1');
  await stripe.deleteCustomer(id);
  expect(await stripe.customer(id)).toMatchObject({ id, deleted: true });
  await stripe.deleteCustomer(id);
  await stripe.deleteCustomer('cus_nobody');
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain(`DELETE /v1/customers/${id}`);
});

test('a failure of Stripe is reported, not taken for a deletion', async () => {
  const { stripe, trouble } = aStripeInProcess('https://app.test');
  const id = await stripe.createCustomer({ name: 'Ana' }, 'customer:1');
  trouble.push({ at: `DELETE /v1/customers/${id}`, status: 503 });
  await expect(stripe.deleteCustomer(id)).rejects.toThrow('Stripe');
  expect(await stripe.customer(id)).not.toMatchObject({ deleted: true });
});
