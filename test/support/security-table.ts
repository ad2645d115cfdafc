import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { TestResult } from './suite/results.ts';
import { isTableRule } from './suite/sentences.ts';
import { threatTests } from './threat-tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type SecurityRow = { threat: string; files: string[]; tests: string[] };

/** Reads the table of threats in `SECURITY.md`, not the table of trusted parties. */
export async function securityTable(): Promise<string> {
  const text = await readFile(join(root, 'SECURITY.md'), 'utf8');
  const table = /^## Threats[^\n]*\n(.*?)^(?=[^|\s])/ms.exec(text)?.[1];
  if (table === undefined) throw new Error('SECURITY.md has no table of threats');
  return table;
}

/** Files are in backticks in the second column. */
export function securityRows(markdown: string, shown = threatTests): SecurityRow[] {
  const lines = markdown.split('\n').filter((line) => /^\s*\|/.test(line));
  return lines.flatMap((line, at) => {
    if (isTableRule(lines[at + 1] ?? '') || isTableRule(line)) return [];
    const [, threat = '', where = ''] = line.trim().split(/(?<!\\)\|/);
    return [{ threat: threat.trim(), files: quoted(where), tests: [...(shown[threat.trim()] ?? [])] }];
  });
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').trim());

/**
 * Returns messages about missing, skipped or failed tests and threats missing from the table. `isElsewhere` marks files
 * of other runs.
 */
export function securityProblems(
  markdown: string,
  tests: readonly TestResult[],
  { shown = threatTests, isElsewhere = (_: string): boolean => false } = {},
): string[] {
  const rows = securityRows(markdown, shown);
  if (rows.length === 0) return ['The table has no rows.'];
  const missing = Object.keys(shown).filter((threat) => rows.every((row) => row.threat !== threat));
  const problems = rows.flatMap(({ threat, tests: names }) =>
    names.length === 0
      ? [`Nothing shows: ${threat}`]
      : names.flatMap((name) => (isElsewhere(fileOf(name)) ? [] : problemOf(name, tests))),
  );
  return [...problems, ...missing.map((threat) => `No such threat: ${threat}`)];
}

const fileOf = (name: string): string => name.split(' › ')[0] ?? '';

function problemOf(name: string, tests: readonly TestResult[]): string[] {
  const [file, ...rest] = name.split(' › ');
  const title = rest.join(' › ');
  const found = tests.filter((test) => test.file === file && isCalled(test, title));
  if (found.length === 0) return [`No such test: ${name}`];
  const bad = found.find((test) => test.state !== 'passed');
  return bad ? [`${bad.state}: ${name}`] : [];
}

/** Compares the title with or without its groups. */
const isCalled = ({ name }: TestResult, title: string): boolean => name === title || name.endsWith(` > ${title}`);

export function missingFiles(rows: readonly SecurityRow[], exists: (file: string) => boolean): string[] {
  const files = new Set(rows.flatMap((row) => row.files));
  return [...files].filter((file) => !exists(file)).map((file) => `No such file: ${file}`);
}
