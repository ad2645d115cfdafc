import type { TestResult } from './results.ts';

/** Tests that a row of a coverage table names, or why it names none. */
export type CoverageRow = { sentence: string; tests: string[]; later: boolean };

/**
 * Rows of a coverage table: a sentence of the specification first, in the last column the tests that show it, each in
 * backticks as `file › title`, or `later: ` and who will.
 */
export function coverageRows(markdown: string): CoverageRow[] {
  const lines = markdown.split('\n').filter((line) => /^\s*\|/.test(line));
  return lines.flatMap((line, at) => {
    const isHead = isRule(lines[at + 1] ?? '');
    if (isHead || isRule(line)) return [];
    const cells = line
      .trim()
      .slice(1)
      .replace(/\|$/, '')
      .split(/(?<!\\)\|/);
    const last = cells.at(-1) ?? '';
    const tests = [...last.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').trim());
    return [{ sentence: (cells[0] ?? '').trim(), tests, later: /^\s*later: /.test(last) }];
  });
}

const isRule = (line: string): boolean => /^\s*\|[\s:|-]+$/.test(line);

/** What is wrong with a coverage table after all tests ran: tests that do not exist, did not run, or failed. */
export function coverageProblems(markdown: string, tests: readonly TestResult[]): string[] {
  const rows = coverageRows(markdown);
  if (rows.length === 0) return ['The table has no rows.'];
  return rows.flatMap(({ sentence, tests: names, later }) => {
    if (names.length === 0 && !later) return [`Nothing shows: ${sentence}`];
    return names.flatMap((name) => problemOf(name, tests));
  });
}

function problemOf(name: string, tests: readonly TestResult[]): string[] {
  const [file, ...rest] = name.split(' › ');
  const title = rest.join(' › ');
  const found = tests.filter((test) => test.file === file && isCalled(test, title));
  if (found.length === 0) return [`No such test: ${name}`];
  const bad = found.find((test) => test.state !== 'passed');
  return bad ? [`${bad.state}: ${name}`] : [];
}

/** By its own title, with or without the groups around it. */
const isCalled = ({ name }: TestResult, title: string): boolean => name === title || name.endsWith(` > ${title}`);
