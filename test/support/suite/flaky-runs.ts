import * as z from 'zod/mini';

import type { TestResult } from './results.ts';

const kept = 3;

/** Tests that were flaky in each of the last runs, newest first, by suite. */
export const flakyRuns = z.record(z.string(), z.array(z.array(z.string())));
export type FlakyRuns = z.output<typeof flakyRuns>;

/** Adds a run of every suite in which at least one test ran. */
function addFlakyRun(before: FlakyRuns, tests: readonly TestResult[]): FlakyRuns {
  const bySuite = Map.groupBy(tests, ({ suite }) => suite);
  const now = [...bySuite].map(([suite, all]): [string, string[][]] => {
    const flaky = all.filter(({ isFlaky }) => isFlaky).map(({ file, name }) => `${file} › ${name}`);
    return [suite, [flaky, ...(before[suite] ?? [])].slice(0, kept)];
  });
  return { ...before, ...Object.fromEntries(now) };
}

/**
 * Adds this run and returns the tests that were flaky in three consecutive runs of their suite. Judges the earlier runs
 * too, because one run without a flake does not show that a test is fixed.
 */
export function judgeFlakyRun(
  before: FlakyRuns,
  tests: readonly TestResult[],
): { runs: FlakyRuns; lasting: ReadonlySet<string> } {
  const runs = addFlakyRun(before, tests);
  return { runs, lasting: new Set([...lastingFlakes(before), ...lastingFlakes(runs)]) };
}

const lastingFlakes = (runs: FlakyRuns): string[] =>
  Object.values(runs).flatMap(([newest = [], ...older]) =>
    older.length < kept - 1 ? [] : newest.filter((name) => older.every((run) => run.includes(name))),
  );
