import { expect, test } from 'vitest';

import { subscriptionStatuses } from './billing/plans.ts';
import { whyNotDeactivate } from './workspace-deactivation.ts';

test('refuses to deactivate the default workspace, with another reason if it is also the current one', () => {
  expect(whyNotDeactivate({ isDefault: true, isCurrent: true, subscription: 'none' })).toBe('workspace.isYourDefault');
  expect(whyNotDeactivate({ isDefault: true, isCurrent: false, subscription: 'none' })).toBe(
    'workspace.flaggedDefault',
  );
});

test.each(subscriptionStatuses)(
  'checks the deactivation of another workspace with the subscription %s',
  (subscription) => {
    const running = subscription === 'active' || subscription === 'trialing';
    expect(whyNotDeactivate({ isDefault: false, isCurrent: true, subscription })).toBe(
      running ? 'workspace.subscriptionRunning' : undefined,
    );
  },
);

test('reports the default workspace before its subscription', () => {
  expect(whyNotDeactivate({ isDefault: true, isCurrent: false, subscription: 'active' })).toBe(
    'workspace.flaggedDefault',
  );
});
