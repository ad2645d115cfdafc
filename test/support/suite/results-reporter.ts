import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import type { Reporter, TestModule } from 'vitest/node';

import type { RunResults, TestResult } from './results.ts';

/** Writes the results by project to the file named in `RESULTS_FILE`. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const file = process.env['RESULTS_FILE'];
    if (file === undefined) return;
    const results: RunResults = {
      tests: modules.flatMap(testsOf),
      problems: [...errors.map(({ message }) => ({ text: message })), ...modules.flatMap(problemsOf)],
    };
    writeFileSync(file, JSON.stringify(results));
  }
}

function testsOf(module: TestModule): TestResult[] {
  return [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    const message = errors?.map((error) => error.message).join('\n');
    const { duration = 0, flaky = false } = test.diagnostic() ?? {};
    return {
      suite: module.project.name,
      file: relative(process.cwd(), module.moduleId),
      name: test.fullName,
      state: state === 'pending' ? 'skipped' : state,
      tags: test.tags,
      seconds: duration / 1000,
      ...(flaky && { isFlaky: true }),
      ...(message && { message }),
    };
  });
}

/** Failures outside tests, such as in a hook or while loading the file. */
function problemsOf(module: TestModule): RunResults['problems'] {
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  const file = relative(process.cwd(), module.moduleId);
  return errors.map((error) => ({ suite: module.project.name, text: `${file}: ${error.message}` }));
}
