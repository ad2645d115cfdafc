import type { Page } from '@playwright/test';

import { billingContract, type Subscription } from '#shared/contracts/billing.ts';

/** Fakes subscription states that Stripe reaches only after days, or never in tests. */
export async function pretendSubscription(page: Page, subscription: Subscription): Promise<void> {
  await page.route(/\/api\/subscription\/\d+$/, async (route) => {
    const workspaceId = Number(new URL(route.request().url()).pathname.split('/').at(-1));
    await route.fulfill({ json: billingContract.readSubscription.reply.parse({ ...subscription, workspaceId }) });
  });
}
