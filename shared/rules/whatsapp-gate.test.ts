import { expect, test } from 'vitest';

import { featuresOf, subscriptionStatuses } from './billing/plans.ts';
import { whyNoWhatsApp } from './whatsapp-gate.ts';

const ready = { status: 'ATIVO', hasAmazon: true, features: featuresOf('active') } as const;

test.each(subscriptionStatuses)('checks the plan with the subscription %s', (subscription) => {
  const may = subscription === 'active' || subscription === 'trialing';
  expect(whyNoWhatsApp({ ...ready, features: featuresOf(subscription) })).toBe(
    may ? undefined : 'workspace.planRequired',
  );
});

test.each([
  [
    'an inactive workspace',
    { status: 'INATIVO', hasAmazon: false, features: featuresOf('none') },
    'workspace.inactive',
  ],
  ['no Amazon account, and no plan', { hasAmazon: false, features: featuresOf('none') }, 'amazon.notLinked'],
  ['no Amazon account', { hasAmazon: false }, 'amazon.notLinked'],
] as const)('returns the first step to take for %s', (_, facts, code) => {
  expect(whyNoWhatsApp({ ...ready, ...facts })).toBe(code);
});
