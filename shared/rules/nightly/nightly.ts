import { isFailed, type Outcome } from '../execution/outcomes.ts';
import type { Answer } from '../execution/receipts.ts';
import type { WeeklyRule } from '../schedule/weekly-rule.ts';
import type { NightlyFailure } from './night-reasons.ts';

export const nightlyStates = [
  'off',
  // The routine has not answered since the check was enabled.
  'notSetUp',
  'ok',
  'failed',
] as const;

/** The check runs between 03:00 and 05:00, at a fixed minute that differs between workspaces. */
export function nightlyRule(workspaceId: number): WeeklyRule {
  const minute = workspaceId % 120;
  const two = (count: number): string => String(count).padStart(2, '0');
  return { days: [1, 2, 3, 4, 5, 6, 7], time: `${two(3 + Math.floor(minute / 60))}:${two(minute % 60)}` };
}

/** A run of the trigger. `isNight` is true for scheduled runs. */
export type NightRun = {
  at: string;
  isNight: boolean;
  outcome: Outcome;
  answer?: Answer | undefined;
  ranMs?: number | undefined;
};

export type NightlyResult = {
  last?: { at: string; ms?: number };
  /** The first of the failed nights in a row, and why the last one failed. */
  failed?: { since: string; why: NightlyFailure };
  /** The last night failed in a way that is not reported yet. */
  inDoubt?: true;
};

/**
 * Expects `runs` newest first. Any answered run ends a series of failed nights. A single failure that may be temporary is
 * ignored until its repetition fails as well.
 */
export function nightlyResult(runs: readonly NightRun[]): NightlyResult {
  const known = runs.filter((run) => hasAnswered(run) || (run.isNight && failureOf(run) !== undefined));
  const [newest] = known;
  if (!newest) return {};
  const answered = known.findIndex(hasAnswered);
  const nights = known.slice(0, answered === -1 ? undefined : answered);
  const [last, ...before] = nights;
  if (last && before.length === 0 && mayPass.has(last.outcome)) {
    return { ...nightlyResult(known.slice(1)), inDoubt: true };
  }
  const first = nights.at(-1);
  const why = failureOf(newest);
  return {
    last: { at: newest.at, ...(newest.ranMs !== undefined && { ms: newest.ranMs }) },
    ...(first && why && { failed: { since: first.at, why } }),
  };
}

/** The check did not run, is still pending, or was disabled. */
const noNight: ReadonlySet<Outcome> = new Set(['missed', 'disabled', 'workspaceTooMany']);
/** A check that failed like this is repeated once in the same night. */
export const mayPass: ReadonlySet<Outcome> = new Set(['throttled', 'unavailable', 'unknown']);

export const hasAnswered = ({ answer }: NightRun): boolean => answer === 'ran' || answer === 'shared';

/** Returns undefined while the answer is pending and for a run that waited for none. */
function failureOf(run: NightRun): NightlyFailure | undefined {
  const { outcome, answer } = run;
  if (hasAnswered(run) || answer === 'awaited' || noNight.has(outcome)) return undefined;
  if (isFailed(outcome)) return outcome;
  return answer === 'none' ? 'noAnswer' : undefined;
}
