import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { missingFiles, securityProblems, securityRows, securityTable } from './support/security-table.ts';
import { noClaim } from './support/suite/no-claim.ts';
import {
  failures,
  flakyReport,
  flakyTests,
  report,
  slowestFiles,
  sumCheck,
  sumSuite,
  type SuiteSum,
  type TestResult,
} from './support/suite/results.ts';
import { runTests, runTool, stopTools, type Ran } from './support/suite/run-tools.ts';
import { driftProblems, sentencesOf } from './support/suite/sentences.ts';
import { specProblems, specTable } from './support/suite/spec-coverage.ts';
import sentences from './support/suite/spec-sentences.json' with { type: 'json' };
import { chosenSuites, suites, vitestRuns, type ShellCommand, type Suite } from './support/suite/suites.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const resultsFile = join(root, '.cache', 'test-results.json');

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const chosen = chosenSuites(words);
if ('unknown' in chosen) {
  console.error(`There is no suite "${chosen.unknown}": ${suites.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
await mkdir(join(root, '.cache'), { recursive: true });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.once(signal, () => void stopTools().then(() => process.exit(130)));
}

const sums = new Map<string, SuiteSum>();
const tests: TestResult[] = [];
const keep = (sum: SuiteSum): void => void sums.set(sum.suite, sum);
const has = (name: string): boolean => chosen.some((suite) => suite.name === name);

await twoAtATime(
  chosen.filter((suite) => suite.kind === 'check'),
  runCheck,
);
for (const runs of vitestRuns) {
  await twoAtATime(runs, ({ suites: names, workers }) => runVitest(names.filter(has), workers));
}
if (has('browser')) await runBrowser();
await writeFile(resultsFile, JSON.stringify(tests, null, 1));
if (has('coverage')) keep(await checkCoverage());

await mkdir(join(root, 'dist'), { recursive: true });
await writeFile(join(root, 'dist', 'flaky.json'), JSON.stringify(flakyTests(tests), null, 1));
console.log(failures(tests));
console.log(flakyReport(tests));
if (tests.length > 0) console.log(slowestFiles(tests));
console.log(report(chosen.map(({ name }) => sums.get(name) ?? sumSuite(name, undefined, 1, 0))));
// The listener for a starter that is gone would keep this process alive.
process.exit([...sums.values()].some((sum) => sum.failed > 0) ? 1 : 0);

/** For the smallest machine. */
async function twoAtATime<Job>(jobs: readonly Job[], run: (job: Job) => Promise<void>): Promise<void> {
  const waiting = [...jobs];
  const next = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await run(job);
  };
  await Promise.all([next(), next()]);
}

async function runCheck({ name, commands }: Extract<Suite, { kind: 'check' }>): Promise<void> {
  const { exitCode, seconds } = await runAll(commands);
  keep(sumCheck(name, exitCode, seconds));
}

async function runAll(commands: readonly ShellCommand[]): Promise<Ran> {
  let all: Ran = { exitCode: 0, seconds: 0 };
  for (const command of commands) {
    if (all.exitCode !== 0) break;
    const { exitCode, seconds } = await runTool(command, { cwd: root, quiet: true });
    all = { exitCode, seconds: all.seconds + seconds };
  }
  return all;
}

async function runVitest(names: readonly string[], workers: number): Promise<void> {
  if (names.length === 0) return;
  const projects = names.map((name) => `--project=${name}`);
  const ran = await runTests(
    ['vitest', 'run', '--passWithNoTests', `--maxWorkers=${workers}`, ...projects],
    root,
    names.join('-'),
  );
  tests.push(...(ran.results?.tests ?? []));
  for (const name of names) keep(sumSuite(name, ran.results, ran.exitCode, ran.seconds / names.length));
}

async function runBrowser(): Promise<void> {
  const ran = await runTests(['playwright', 'test', '--config=test/browser/playwright.config.ts'], root, 'browser');
  tests.push(...(ran.results?.tests ?? []));
  keep(sumSuite('browser', ran.results, ran.exitCode, ran.seconds));
}

/** Each sentence of the specification and each threat in SECURITY.md needs a test that passed in this run. */
async function checkCoverage(): Promise<SuiteSum> {
  const coverage = { sentences, noClaim, tests };
  const security = await securityTable().catch(() => '');
  const problems = [
    ...specProblems(coverage),
    ...securityProblems(security, tests),
    ...missingFiles(securityRows(security), (file) => existsSync(join(root, file))),
  ];
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(join(root, 'dist', 'spec-coverage.md'), specTable(coverage));
  // The specification stands beside the project; without it there is nothing to compare.
  const spec = await readFile(join(root, '..', 'shared', 'spec.md'), 'utf8').catch(() => undefined);
  if (spec !== undefined) problems.push(...driftProblems(sentences, sentencesOf(spec)));
  problems.forEach((problem) => console.log(problem));
  const skipped = 'SKIPPED: not compared with the specification, as there is no ../shared/spec.md';
  return { ...sumCheck('coverage', problems.length === 0 ? 0 : 1, 0), ...(spec === undefined && { note: skipped }) };
}
