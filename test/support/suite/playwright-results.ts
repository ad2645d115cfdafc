import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';

import { suiteOfProject } from './browser-projects.ts';
import type { RunResults, TestResult } from './results.ts';

/** Writes Playwright's results: each test once, regardless of the number of attempts. */
export default class PlaywrightResults implements Reporter {
  #root: Suite | undefined;
  readonly #problems: RunResults['problems'] = [];

  onBegin(_: unknown, root: Suite): void {
    this.#root = root;
  }

  onError(error: TestError): void {
    this.#problems.push({ text: error.message ?? 'unknown' });
  }

  onEnd(): void {
    const file = process.env['RESULTS_FILE'];
    if (file === undefined) return;
    const results: RunResults = { tests: (this.#root?.allTests() ?? []).map(resultOf), problems: this.#problems };
    writeFileSync(file, JSON.stringify(results));
  }

  printsToStdio(): boolean {
    return false;
  }
}

function resultOf(test: TestCase): TestResult {
  const outcome = test.outcome();
  // The first two titles are the project and the file.
  const [, project = '', , ...names] = test.titlePath();
  const errors = test.results.flatMap((attempt) => attempt.errors);
  const message = errors.map((error) => error.message ?? error.value ?? '').join('\n');
  return {
    suite: suiteOfProject(project),
    file: relative(process.cwd(), test.location.file),
    name: [...(project ? [project] : []), ...names].join(' > '),
    state: outcome === 'skipped' ? 'skipped' : outcome === 'unexpected' ? 'failed' : 'passed',
    tags: test.tags,
    seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    ...(outcome === 'flaky' && { isFlaky: true }),
    ...(message && { message }),
  };
}
