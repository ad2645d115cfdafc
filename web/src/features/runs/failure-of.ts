import type { Trigger } from '#shared/contracts/triggers.ts';

import type { RunProgress } from './use-run-trigger.ts';

/** How the last run failed, if it did. If it is unclear whether it ran, the routine's answer decides. */
export function failureOf(
  { enabled, lastFailed, receipt }: Trigger,
  progress: RunProgress | undefined,
): 'failed' | 'unknown' | undefined {
  if (progress) return progress === 'failed' || progress === 'unknown' ? progress : undefined;
  // "Switched off" is shown instead.
  if (!enabled || !lastFailed) return undefined;
  if (lastFailed.outcome !== 'unknown') return 'failed';
  return receipt?.answer ? undefined : 'unknown';
}
