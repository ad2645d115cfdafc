import type { TestResult } from './results.ts';

/**
 * Names of tests in a coverage table: what stands in backticks in the last column of a row, as the test says it, with or
 * without the groups around it, and with its file before it (`a.test.ts › a door opens`) where that matters.
 */
export function namedTests(markdown: string): string[] {
  return markdown.split('\n').flatMap((line) => {
    if (!/^\s*\|/.test(line) || /^\s*\|[\s:|-]+$/.test(line)) return [];
    const last =
      line
        .trim()
        .replace(/\|$/, '')
        .split(/(?<!\\)\|/)
        .at(-1) ?? '';
    return [...last.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').trim());
  });
}

/** What is wrong with a coverage table after all tests ran: tests that do not exist, did not run, or failed. */
export function coverageProblems(markdown: string, tests: readonly TestResult[]): string[] {
  const names = namedTests(markdown);
  if (names.length === 0) return ['The table names no test.'];
  return names.flatMap((name) => {
    const found = tests.filter((test) => isCalled(test, name));
    if (found.length === 0) return [`No such test: ${name}`];
    const bad = found.find((test) => test.state !== 'passed');
    return bad ? [`${bad.state}: ${name} (${bad.file})`] : [];
  });
}

function isCalled(test: TestResult, words: string): boolean {
  const at = words.indexOf(' › ');
  const [file, name] = at < 0 ? [test.file, words] : [words.slice(0, at), words.slice(at + 3)];
  return test.file === file && (test.name === name || test.name.endsWith(` > ${name}`));
}
