import { expect, test } from 'vitest';

import { aStripeInProcess } from '../../support/worlds/billing/a-stripe-in-process.ts';

test('deletes a customer, and accepts one that is already deleted or never existed', async () => {
  const { stripe, sent } = aStripeInProcess('https://app.test');
  const id = await stripe.createCustomer({ name: 'Ana', email: 'ana@example.com' }, 'customer:1');
  await stripe.deleteCustomer(id);
  expect(await stripe.customer(id)).toMatchObject({ id, deleted: true });
  await stripe.deleteCustomer(id);
  await stripe.deleteCustomer('cus_nobody');
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain(`DELETE /v1/customers/${id}`);
});

test('reports a failure of Stripe instead of a deletion', async () => {
  const { stripe, trouble } = aStripeInProcess('https://app.test');
  const id = await stripe.createCustomer({ name: 'Ana' }, 'customer:1');
  trouble.push({ at: `DELETE /v1/customers/${id}`, status: 503 });
  await expect(stripe.deleteCustomer(id)).rejects.toThrow('Stripe');
  expect(await stripe.customer(id)).not.toMatchObject({ deleted: true });
});
