/** Upper ends in ms; the last step is open. */
export const latencySteps = [
  50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 4500, 6000, 10_000,
] as const;

/** An index of `latencySteps`. */
export function stepOf(ms: number): number {
  const found = latencySteps.findIndex((end) => ms <= end);
  return found < 0 ? latencySteps.length - 1 : found;
}

/** A percentile of fewer runs says little, and may tell who ran them. */
const minRuns = 20;

/** `counts` by step. */
export function percentilesOf(counts: readonly number[]): { p50: number; p95: number } | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all < minRuns ? null : { p50: within(counts, all * 0.5), p95: within(counts, all * 0.95) };
}

function within(counts: readonly number[], wanted: number): number {
  let sum = 0;
  for (const [place, end] of latencySteps.entries()) {
    sum += counts[place] ?? 0;
    if (sum >= wanted) return end;
  }
  return latencySteps[latencySteps.length - 1] ?? 0;
}
