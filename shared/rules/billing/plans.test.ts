import { expect, test } from 'vitest';

import { features, knownStatus, mayUse, subscriptionStatuses } from './plans.ts';

test.each(subscriptionStatuses)('allows Alexa, triggers and workspaces when the subscription is %s', (status) => {
  expect(mayUse(status, 'amazonAlexa')).toBe(true);
  expect(mayUse(status, 'unlimitedTriggers')).toBe(true);
  expect(mayUse(status, 'unlimitedWorkspaces')).toBe(true);
});

test(
  'allows WhatsApp commands only with an active subscription or a trial',
  { tags: ['spec-13.1', 'spec-185.1', 'spec-236.1'] },
  () => {
    const allowed = subscriptionStatuses.filter((status) => mayUse(status, 'whatsappCommands'));
    expect(allowed).toEqual(['active', 'trialing']);
  },
);

test('allows every feature with an active plan', { tags: 'spec-13.1' }, () => {
  expect(features.every((feature) => mayUse('active', feature))).toBe(true);
});

test('grants no access for an unknown status', () => {
  expect(knownStatus('trialing')).toBe('trialing');
  expect(knownStatus('hibernating')).toBe('unknown');
  expect(mayUse(knownStatus('hibernating'), 'whatsappCommands')).toBe(false);
});
