/**
 * Upper ends in ms, each at most two thirds above the previous one; the last step is open. Counts by step can be added
 * up. The percentile of any period is the upper end of its step: never below the true value, and from 50 ms to 10 s at
 * most 1.67 times as high.
 */
export const latencySteps = [
  50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 4500, 6000, 10_000,
] as const;

/** For the answers of homes: each step is at most 1.5 times the previous one, from 500 ms to two minutes. */
export const answerSteps = [
  500, 750, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12_000, 16_000, 24_000, 36_000, 54_000, 80_000, 120_000,
] as const;

/** Returns an index of `steps`. */
export function stepOf(ms: number, steps: readonly number[] = latencySteps): number {
  const found = steps.findIndex((end) => ms <= end);
  return found < 0 ? steps.length - 1 : found;
}

/** Adds up counts that use the same steps, in any order. */
export const addedUp = (all: readonly (readonly number[])[], steps: readonly number[] = latencySteps): number[] =>
  steps.map((_, step) => all.reduce((sum, counts) => sum + (counts[step] ?? 0), 0));

/** Fewer runs say little and could reveal who ran them. */
export const minRuns = 20;

export type Percentiles = { p50: number; p95: number };

/** Expects one count per step. */
export function percentilesOf(counts: readonly number[], steps: readonly number[] = latencySteps): Percentiles | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all < minRuns ? null : { p50: within(counts, all * 0.5, steps), p95: within(counts, all * 0.95, steps) };
}

function within(counts: readonly number[], wanted: number, steps: readonly number[]): number {
  let sum = 0;
  for (const [place, end] of steps.entries()) {
    sum += counts[place] ?? 0;
    if (sum >= wanted) return end;
  }
  return steps[steps.length - 1] ?? 0;
}
