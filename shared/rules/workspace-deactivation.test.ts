import { expect, test } from 'vitest';

import { subscriptionStatuses } from './billing/plans.ts';
import { whyNotDeactivate } from './workspace-deactivation.ts';

test('the default workspace stays, and the reason says whether it is also the current one', () => {
  expect(whyNotDeactivate({ isDefault: true, isCurrent: true, subscription: 'none' })).toBe('workspace.isYourDefault');
  expect(whyNotDeactivate({ isDefault: true, isCurrent: false, subscription: 'none' })).toBe(
    'workspace.flaggedDefault',
  );
});

test.each(subscriptionStatuses)('another workspace with subscription %s', (subscription) => {
  const running = subscription === 'active' || subscription === 'trialing';
  expect(whyNotDeactivate({ isDefault: false, isCurrent: true, subscription })).toBe(
    running ? 'workspace.subscriptionRunning' : undefined,
  );
});

test('a default workspace is refused for being the default before its subscription is looked at', () => {
  expect(whyNotDeactivate({ isDefault: true, isCurrent: false, subscription: 'active' })).toBe(
    'workspace.flaggedDefault',
  );
});
