import type { TestResult } from './results.ts';

/** One of several runs of the same suites. */
export type RepeatedRun = { exitCode: number; seconds: number; tests: readonly TestResult[] };

/** Returns a line per test that did not pass on the first attempt in every run, worst first, and a line with totals. */
export function repeatTable(runs: readonly RepeatedRun[]): string {
  const counts = new Map<string, { failed: number; flaky: number }>();
  for (const { suite, file, name, state, isFlaky } of runs.flatMap(({ tests }) => tests)) {
    if (state !== 'failed' && !isFlaky) continue;
    const id = `${suite}: ${file} › ${name}`;
    const count = counts.get(id) ?? { failed: 0, flaky: 0 };
    counts.set(id, state === 'failed' ? { ...count, failed: count.failed + 1 } : { ...count, flaky: count.flaky + 1 });
  }
  const rows = [...counts].toSorted(([, a], [, b]) => b.failed - a.failed || b.flaky - a.flaky);
  const cell = (value: string | number): string => String(value).padStart(8);
  const times = runs.map(({ seconds }) => seconds);
  const green = runs.filter(({ exitCode }) => exitCode === 0).length;
  return [
    '',
    `${cell('failed')}${cell('flaky')}  test`,
    ...rows.map(([id, { failed, flaky }]) => `${cell(failed)}${cell(flaky)}  ${id}`),
    '',
    `${green} of ${runs.length} runs passed, in ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} s`,
  ].join('\n');
}
