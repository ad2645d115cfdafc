import { expect, test } from 'vitest';

import { decodeForm } from '../../sandboxes/stripe/params.ts';
import { haveDescription, loadSpec } from '../../sandboxes/stripe/spec.ts';
import { aBilling } from '../../support/worlds/billing/a-billing.ts';
import type { SentStripeCall } from '../../support/worlds/billing/a-stripe-in-process.ts';
import { pastDue, subscribed } from './with-billing.ts';

loadSpec();

/** Returns undefined if Stripe's description lacks the operation. */
const operationOf = ({ method, path }: SentStripeCall) =>
  loadSpec().operations.find(
    ([verb, template]) => verb === method && new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );

/** Makes every call of the product and its set-up at least once. */
async function everything() {
  const at = await aBilling();
  await at.checkout(1, 'pro_monthly', 'pt');
  await at.checkout(1, 'pro_annual', 'en');
  const { subscriptionId = '', customerId = '' } = await subscribed(at, { card: 'pm_card_visa' });
  for (const flow of ['createPortalSession', 'createPlanUpdateSession', 'createPaymentMethodUpdateSession'] as const) {
    await at.portal(1, flow);
  }
  const { stripe } = at.deps;
  await stripe.subscription(subscriptionId);
  await stripe.customer(customerId);
  await stripe.endTrialNow(subscriptionId, 'trial');
  await stripe.pricesByKey(['pro_monthly', 'pro_annual']);
  await stripe.portalConfiguration();
  await pastDue(at);
  const { url } = await at.portal(2, 'createPaymentMethodUpdateSession');
  await at.pressed(`${url}/card`, { card: 'pm_card_mastercard' });
  await at.sync(2);
  const left = await stripe.subscriptionsOf(customerId);
  await stripe.cancel(left?.[0]?.id ?? '');
  await stripe.voidInvoice(at.sandbox.invoices.all()[0]?.id ?? '');
  await at.comparePrices();
  await at.lookForMissedEvents();
  await stripe.deleteCustomer(customerId);
  return at;
}

test.skipIf(!haveDescription)('makes only calls that Stripe describes, with valid parameters', async () => {
  const { sent, deps } = await everything();
  const found = new Set<string>();
  for (const call of sent) {
    const operation = operationOf(call);
    expect(operation, `${call.method} ${call.path}`).toBeDefined();
    const [method = '', template = ''] = operation ?? [];
    const params = method === 'GET' ? decodeForm(call.body, '') : decodeForm('', call.body);
    expect(() => loadSpec().checkRequest(method, template, params)).not.toThrow();
    found.add(`${method} ${template}`);
  }
  // Two methods use the same operation.
  expect(found.size).toBeGreaterThanOrEqual(Object.keys(deps.stripe).length - 1);
});

test.skipIf(!haveDescription).each([
  ['payment_method_types[0]=card', 'payment_method_types'],
  ['locale=pt-br', 'locale'],
  ['expires_at=soon', 'expires_at'],
  ['colour=red', 'colour'],
])('detects a parameter that Stripe removed, never had or parses differently: %s', (wrong, name) => {
  const { checkRequest } = loadSpec();
  const wanted = 'mode=subscription&success_url=https://app.test';
  const check = (form: string) => () => checkRequest('POST', '/v1/checkout/sessions', decodeForm(form));
  expect(check(wanted)).not.toThrow();
  expect(check(`${wanted}&${wrong}`)).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ param: name }) }),
  );
});
