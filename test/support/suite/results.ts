import { stripVTControlCharacters } from 'node:util';

import * as z from 'zod/mini';

/** `name` includes the groups, separated by ` > `. */
const testResult = z.object({
  suite: z.string(),
  file: z.string(),
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  tags: z.array(z.string()),
  /** Over all attempts. */
  seconds: z.optional(z.number()),
  /** Failed first and passed on a retry. `message` is the failure. */
  isFlaky: z.optional(z.boolean()),
  message: z.optional(z.string()),
});
export type TestResult = z.output<typeof testResult>;

/** `problems` are failures outside tests. */
export const runResults = z.object({
  tests: z.array(testResult),
  problems: z.array(z.object({ suite: z.optional(z.string()), text: z.string() })),
});
export type RunResults = z.output<typeof runResults>;

/** Parses the last run that `test/run.ts` stored in `.cache/test-results.json`. */
export const parseTests = (text: string): TestResult[] => z.array(testResult).parse(JSON.parse(text));

/** A suite in the final table. A check without tests, such as the type check, counts as one test. */
export type SuiteSum = {
  suite: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  /** Why the suite failed, if not because of a test. */
  note?: string;
};

/** A run that failed outside its tests, or without any test, counts as one failure. */
export function sumSuite(suite: string, run: RunResults | undefined, exitCode: number, seconds: number): SuiteSum {
  const tests = (run?.tests ?? []).filter((test) => test.suite === suite);
  const count = (state: TestResult['state']): number => tests.filter((test) => test.state === state).length;
  const sum = { suite, passed: count('passed'), failed: count('failed'), skipped: count('skipped'), seconds };
  const problem = run?.problems.find((one) => (one.suite ?? suite) === suite);
  if (problem) return { ...sum, failed: sum.failed + 1, note: problem.text };
  if (sum.passed + sum.failed === 0) return { ...sum, failed: 1, note: 'no test ran' };
  const isExplained = run && (run.tests.some((test) => test.state === 'failed') || run.problems.length > 0);
  if (exitCode !== 0 && !isExplained) return { ...sum, failed: 1, note: `ended with status ${exitCode}` };
  return sum;
}

/** A check as a suite of one test. */
export function sumCheck(suite: string, exitCode: number, seconds: number): SuiteSum {
  const passed = exitCode === 0 ? 1 : 0;
  return { suite, passed, failed: 1 - passed, skipped: 0, seconds };
}

const maxLines = 25;

/** Printed at the end, after the output of all tests. */
export function failures(tests: readonly TestResult[]): string {
  return tests
    .filter(({ state }) => state === 'failed')
    .map((test) => explained('failed', test))
    .join('\n');
}

export const flakyTests = (tests: readonly TestResult[]): TestResult[] => tests.filter(({ isFlaky }) => isFlaky);

/** Returns an empty string if no test was retried. */
export function flakyReport(tests: readonly TestResult[]): string {
  const flaky = flakyTests(tests);
  if (flaky.length === 0) return '';
  return [...flaky.map((test) => explained('flaky', test)), '', `${flaky.length} flaky`].join('\n');
}

function explained(what: string, { suite, file, name, message = 'It does not say why.' }: TestResult): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, maxLines);
  return ['', `${what} in ${suite}: ${file} › ${name}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Divides the duration of a run among its suites, in proportion to the times of their tests. */
export function shareSeconds(
  suites: readonly string[],
  tests: readonly TestResult[],
  seconds: number,
): [suite: string, seconds: number][] {
  const timeOf = (all: readonly TestResult[]): number => all.reduce((sum, test) => sum + (test.seconds ?? 0), 0);
  const total = timeOf(tests);
  return suites.map((name) => {
    const share = total === 0 ? 1 / suites.length : timeOf(tests.filter(({ suite }) => suite === name)) / total;
    return [name, seconds * share];
  });
}

const maxSlowest = 10;

/** The files whose tests took longest. */
export function slowestFiles(tests: readonly TestResult[]): string {
  const sums = new Map<string, number>();
  for (const { suite, file, seconds = 0 } of tests) {
    const name = `${suite}: ${file}`;
    sums.set(name, (sums.get(name) ?? 0) + seconds);
  }
  const slowest = [...sums].sort(([, one], [, other]) => other - one).slice(0, maxSlowest);
  return ['', 'slowest files', ...slowest.map(([name, sum]) => `${sum.toFixed(1).padStart(8)}  ${name}`)].join('\n');
}

/** A table for readers, with the totals for scripts as its last line. */
export function report(sums: readonly SuiteSum[]): string {
  const cell = (value: string | number): string => String(value).padStart(8);
  const rows = sums.map(
    ({ suite, passed, failed, skipped, seconds, note }) =>
      `${suite.padEnd(10)}${cell(passed)}${cell(failed)}${cell(skipped)}${cell(seconds.toFixed(1))}${note ? `  ${note}` : ''}`,
  );
  const head = `${'suite'.padEnd(10)}${cell('passed')}${cell('failed')}${cell('skipped')}${cell('seconds')}`;
  const total = (of: 'passed' | 'failed'): number => sums.reduce((all, sum) => all + sum[of], 0);
  return ['', head, ...rows, '', `${total('passed')} passed, ${total('failed')} failed`].join('\n');
}
