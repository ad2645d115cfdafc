import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { projectsOf } from './support/suite/browser-projects.ts';
import { flakyRuns, judgeFlakyRun } from './support/suite/flaky-runs.ts';
import { noClaim } from './support/suite/no-claim.ts';
import {
  failures,
  flakyReport,
  flakyTests,
  report,
  shareSeconds,
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
import { deepIds, type TagKind } from './support/suite/tagged-files.ts';
import { missingFiles, readThreats, threatProblems } from './support/threats.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const resultsFile = join(root, '.cache', 'test-results.json');

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const runsAll = process.argv.includes('--all');
if (runsAll) process.env['PLAYS_NEW_CASES'] = '1';
const chosen = chosenSuites(words, { all: runsAll });
if ('unknown' in chosen) {
  console.error(`There is no suite "${chosen.unknown}": ${suites.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
for (const folder of ['.cache', 'dist']) await mkdir(join(root, folder), { recursive: true });
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
await runBrowser(chosen.filter(({ kind }) => kind === 'browser').map(({ name }) => name));
await writeFile(resultsFile, JSON.stringify(tests, null, 1));
if (has('coverage')) keep(await checkCoverage());
const lasting = await keepFlakyRuns();

await writeFile(join(root, 'dist', 'flaky.json'), JSON.stringify(flakyTests(tests), null, 1));
console.log(failures(tests));
console.log(flakyReport(tests));
for (const name of lasting) console.log(`\nflaky in three consecutive runs: ${name}`);
if (tests.length > 0) console.log(slowestFiles(tests));
console.log(report(chosen.map(({ name }) => sums.get(name) ?? sumSuite(name, undefined, 1, 0))));
// The listener for the end of the parent process would keep this process alive.
process.exit([...sums.values()].some((sum) => sum.failed > 0) || (runsAll && lasting.size > 0) ? 1 : 0);

/** Adds this run to the previous ones of this checkout and returns the tests that are flaky repeatedly. */
async function keepFlakyRuns(): Promise<ReadonlySet<string>> {
  const file = join(root, '.cache', 'flaky-runs.json');
  const before = await readFile(file, 'utf8').then(
    (text) => flakyRuns.parse(JSON.parse(text)),
    () => ({}),
  );
  const judged = judgeFlakyRun(before, tests);
  await writeFile(file, JSON.stringify(judged.runs, null, 1));
  return judged.lasting;
}

/** Two at a time suits the smallest machine. */
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
  keepTests(names, ran);
}

function keepTests(
  names: readonly string[],
  { results, exitCode, seconds }: Awaited<ReturnType<typeof runTests>>,
): void {
  tests.push(...(results?.tests ?? []));
  const shares = shareSeconds(names, results?.tests ?? [], seconds);
  for (const [name, share] of shares) keep(sumSuite(name, results, exitCode, share));
}

/** One product serves all browser suites. */
async function runBrowser(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const projects = projectsOf(names).map((name) => `--project=${name}`);
  const config = '--config=test/browser/playwright.config.ts';
  const ran = await runTests(['playwright', 'test', config, ...projects], root, 'browser');
  keepTests(names, ran);
}

/** Each sentence of the specification and each threat in SECURITY.md needs a passing test or a test in a deep suite. */
async function checkCoverage(): Promise<SuiteSum> {
  const elsewhere = (kind: TagKind): ReadonlySet<string> => (runsAll ? new Set() : deepIds(kind));
  const coverage = { sentences, noClaim, tests, elsewhere: elsewhere('spec') };
  const threats = await readThreats();
  const problems = [
    ...specProblems(coverage),
    ...threatProblems(threats, tests, elsewhere('threat')),
    ...missingFiles(threats, (file) => existsSync(join(root, file))),
  ];
  await writeFile(join(root, 'dist', 'spec-coverage.md'), specTable(coverage));
  const spec = await readFile(join(root, 'docs', 'spec.md'), 'utf8');
  problems.push(...driftProblems(sentences, sentencesOf(spec)));
  problems.forEach((problem) => console.log(problem));
  return sumCheck('coverage', problems.length === 0 ? 0 : 1, 0);
}
