import { billingHandlers } from '#functions/billing/handlers.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { realBilling } from '#functions/wiring/billing.ts';
import { realConfig, realTable, signedInPlatform, warmUp } from '#functions/wiring/process.ts';
import { billingContract } from '#shared/contracts/billing.ts';

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
