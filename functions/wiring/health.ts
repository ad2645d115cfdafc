import { serve } from '#functions/platform/http/serve.ts';
import { healthContract } from '#shared/contracts/health.ts';

import { openPlatform } from './parts/platform.ts';
import type { TablelessWorld } from './world.ts';

export const health = (ground: TablelessWorld) =>
  serve(healthContract, { health: () => Promise.resolve({ status: 'ok' }) }, openPlatform(ground));
