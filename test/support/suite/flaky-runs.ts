import * as z from 'zod/mini';

import type { TestResult } from './results.ts';

const kept = 3;

/** Tests that were flaky in each of the last runs, newest first, by suite. */
export const flakyRuns = z.record(z.string(), z.array(z.array(z.string())));
export type FlakyRuns = z.output<typeof flakyRuns>;

/** Adds a run of every suite in which at least one test ran. */
export function addFlakyRun(before: FlakyRuns, tests: readonly TestResult[]): FlakyRuns {
  const bySuite = Map.groupBy(tests, ({ suite }) => suite);
  const now = [...bySuite].map(([suite, all]): [string, string[][]] => {
    const flaky = all.filter(({ isFlaky }) => isFlaky).map(({ file, name }) => `${file} › ${name}`);
    return [suite, [flaky, ...(before[suite] ?? [])].slice(0, kept)];
  });
  return { ...before, ...Object.fromEntries(now) };
}

/** Tests that were flaky in three consecutive runs of their suite. */
export const lastingFlakes = (runs: FlakyRuns): string[] =>
  Object.values(runs).flatMap(([newest = [], ...older]) =>
    older.length < kept - 1 ? [] : newest.filter((name) => older.every((run) => run.includes(name))),
  );
