import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { repeatTable, type RepeatedRun } from './support/suite/repeats.ts';
import { parseTests } from './support/suite/results.ts';
import { runTool } from './support/suite/run-tools.ts';

/** `npm run test:repeat -- 10 browser`: runs suites ten times and counts the failures and flakes of each test. */
const root = fileURLToPath(new URL('..', import.meta.url));
const [count = '', ...suites] = process.argv.slice(2);
const times = Number(count);
if (!Number.isSafeInteger(times) || times < 1 || suites.length === 0) {
  console.error('Add a number of runs and suites, for example: npm run test:repeat -- 10 browser');
  process.exit(2);
}

const runs: RepeatedRun[] = [];
for (let run = 1; run <= times; run += 1) {
  const { exitCode, seconds } = await runTool(['node', 'test/run.ts', ...suites], { cwd: root });
  const tests = parseTests(await readFile(join(root, '.cache', 'test-results.json'), 'utf8'));
  runs.push({ exitCode, seconds, tests });
  console.log(`\nRun ${run} of ${times} ended with ${exitCode} after ${seconds.toFixed(0)} s.`);
}
console.log(repeatTable(runs));
process.exit(runs.some(({ exitCode }) => exitCode !== 0) ? 1 : 0);
