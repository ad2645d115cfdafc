import { expect, test } from 'vitest';

import { features, knownStatus, mayUse, subscriptionStatuses } from './plans.ts';

test.each(subscriptionStatuses)('Alexa, triggers and workspaces are free whatever the subscription (%s)', (status) => {
  expect(mayUse(status, 'amazonAlexa')).toBe(true);
  expect(mayUse(status, 'unlimitedTriggers')).toBe(true);
  expect(mayUse(status, 'unlimitedWorkspaces')).toBe(true);
});

test(
  'commands from WhatsApp need a running subscription or a trial',
  { tags: ['spec-13.1', 'spec-185.1', 'spec-236.1'] },
  () => {
    const allowed = subscriptionStatuses.filter((status) => mayUse(status, 'whatsappCommands'));
    expect(allowed).toEqual(['active', 'trialing']);
  },
);

test('an active plan has every feature', { tags: 'spec-13.1' }, () => {
  expect(features.every((feature) => mayUse('active', feature))).toBe(true);
});

test('an unknown status gives no access', () => {
  expect(knownStatus('trialing')).toBe('trialing');
  expect(knownStatus('hibernating')).toBe('unknown');
  expect(mayUse(knownStatus('hibernating'), 'whatsappCommands')).toBe(false);
});
