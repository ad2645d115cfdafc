import type { TestResult } from './suite/results.ts';

/** What a row of a coverage table names; `excused` when the row says why it names no test. */
export type CoverageRow = { sentence: string; files: string[]; tests: string[]; excused: boolean };

/**
 * Rows of a coverage table: a sentence of the specification first, then the files that do it, in the last column the
 * tests that show it, each in backticks as `file › title`, or `no claim: ` and why.
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
    const [sentence = '', where = '', last = ''] = cells;
    return [
      {
        sentence: sentence.trim(),
        files: quoted(where),
        tests: quoted(last),
        excused: /^\s*no claim: \S/.test(last),
      },
    ];
  });
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').trim());

/** Whether a line is the rule between the head of a table and its rows. */
export const isRule = (line: string): boolean => /^\s*\|[\s:|-]+$/.test(line);

/** What is wrong with a coverage table after all tests ran: tests that do not exist, did not run, or failed. */
export function coverageProblems(markdown: string, tests: readonly TestResult[]): string[] {
  const rows = coverageRows(markdown);
  if (rows.length === 0) return ['The table has no rows.'];
  return rows.flatMap(({ sentence, tests: names, excused }) => {
    if (names.length === 0 && !excused) return [`Nothing shows: ${sentence}`];
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

/** Files that a table says do something, and that do not exist. */
export function missingFiles(rows: readonly CoverageRow[], exists: (file: string) => boolean): string[] {
  const files = new Set(rows.flatMap((row) => row.files));
  return [...files].filter((file) => !exists(file)).map((file) => `No such file: ${file}`);
}
