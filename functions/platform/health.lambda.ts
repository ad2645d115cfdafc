import { healthContract } from '#shared/contracts/health.ts';

import { openPlatform, warmUp } from './deps.ts';
import { serve } from './serve.ts';

warmUp(['origin']);

export const handler = serve(healthContract, { health: () => Promise.resolve({ status: 'ok' }) }, openPlatform());
