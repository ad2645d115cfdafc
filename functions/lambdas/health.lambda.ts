import { serve } from '#functions/platform/http/serve.ts';
import { openPlatform, warmUp } from '#functions/wiring/process.ts';
import { healthContract } from '#shared/contracts/health.ts';

warmUp(['origin']);

export const handler = serve(healthContract, { health: () => Promise.resolve({ status: 'ok' }) }, openPlatform());
