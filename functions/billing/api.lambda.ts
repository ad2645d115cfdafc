import { realConfig, realTable, signedInPlatform, warmUp } from '#functions/platform/deps.ts';
import { serve } from '#functions/platform/serve.ts';
import { billingContract } from '#shared/contracts/billing.ts';

import { billingHandlers } from './handlers.ts';
import { realBilling } from './real-billing.ts';

warmUp(['origin', 'stripe'], { table: realTable() });

const { APP_URL: appUrl, TABLE_NAME: place } = realConfig();

const handlers = billingHandlers({
  ...realBilling({ timeoutMs: 8_000, retries: 1 }),
  brief: realBilling({ timeoutMs: 1_500, retries: 0 }),
  appUrl,
  place,
  // The function has 28 s, and API Gateway waits for 30.
  mostMs: 25_000,
});

export const handler = serve(billingContract, handlers, signedInPlatform());
