import { billingHandlers } from '#functions/billing/handlers.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { billingContract } from '#shared/contracts/billing.ts';

import { billing } from './parts/billing.ts';
import { signedInPlatform } from './parts/platform.ts';
import type { World } from './world.ts';

export function billingApi(world: World) {
  const handlers = billingHandlers({
    ...billing(world, { timeoutMs: 8_000, retries: 1 }),
    brief: billing(world, { timeoutMs: 1_500, retries: 0 }),
    appUrl: world.config.APP_URL,
    place: world.config.TABLE_NAME,
    // The function has 28 s, and API Gateway waits for 30 s.
    maxMs: 25_000,
  });
  return serve(billingContract, handlers, signedInPlatform(world));
}
