/** Upper ends in ms of the steps that times are counted in; whatever takes longer is in the last one. */
export const latencySteps = [
  50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 4500, 6000, 10_000,
] as const;

/** The step that a time belongs to, by its place. */
export function stepOf(ms: number): number {
  const found = latencySteps.findIndex((end) => ms <= end);
  return found < 0 ? latencySteps.length - 1 : found;
}

/** A 95th percentile of fewer than this says nothing, and a time of one run may tell who ran it. */
const leastRuns = 20;

/** What half and what 95 in a hundred of the times stayed within, from how many fell into each step. */
export function percentilesOf(counts: readonly number[]): { p50: number; p95: number } | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all < leastRuns ? null : { p50: within(counts, all * 0.5), p95: within(counts, all * 0.95) };
}

function within(counts: readonly number[], wanted: number): number {
  let sum = 0;
  for (const [place, end] of latencySteps.entries()) {
    sum += counts[place] ?? 0;
    if (sum >= wanted) return end;
  }
  return latencySteps[latencySteps.length - 1] ?? 0;
}
