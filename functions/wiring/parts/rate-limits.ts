import type { Config } from '#functions/platform/config.ts';
import type { RateLimits } from '#shared/rules/execution/rate-limit.ts';

export const rateLimits = (config: Pick<Config, 'RUNS_PER_MINUTE' | 'WORKSPACE_RUNS_PER_MINUTE'>): RateLimits => ({
  runsPerMinute: config.RUNS_PER_MINUTE,
  permitsPerMinute: config.WORKSPACE_RUNS_PER_MINUTE,
});
