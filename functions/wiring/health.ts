import { serve } from '#functions/platform/http/serve.ts';
import { healthContract } from '#shared/contracts/health.ts';

import { openPlatform } from './parts/platform.ts';
import type { Ground } from './world.ts';

export const health = (ground: Ground) =>
  serve(healthContract, { health: () => Promise.resolve({ status: 'ok' }) }, openPlatform(ground));
