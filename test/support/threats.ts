import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { TestResult } from './suite/results.ts';
import { nameOf, testsById } from './suite/tagged-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Threat = {
  /** The tag of its tests without `threat-`. */
  id: string;
  threat: string;
  /** The files that protect against it. */
  files: string[];
};

export const readThreats = async (): Promise<Threat[]> => threatsIn(await readFile(join(root, 'SECURITY.md'), 'utf8'));

/** Reads the bullets in the section "Threats": a tag in backticks, the threat, and files in backticks. */
export function threatsIn(markdown: string): Threat[] {
  const section = markdown.split(/^## /m).find((text) => text.startsWith('Threats'));
  const bullets = section?.match(/^- .*(?:\n {2}.*)*/gm) ?? [];
  return bullets.map((bullet) => {
    const [, id = '', threat = '', ...rest] = bullet.replaceAll(/\s+/g, ' ').split('`');
    return { id, threat: threat.replace(/: $/, '').trim(), files: rest.filter((_, at) => at % 2 === 0) };
  });
}

/**
 * Returns threats without a test, tests of a threat that did not pass, and tags of unknown threats. `elsewhere` lists
 * threats covered by suites that are not part of this run.
 */
export function threatProblems(
  threats: readonly Threat[],
  tests: readonly TestResult[],
  elsewhere: ReadonlySet<string> = new Set(),
): string[] {
  if (threats.length === 0) return ['SECURITY.md lists no threats'];
  const shown = testsById('threat', tests);
  const unknown = [...shown].filter(([id]) => threats.every((threat) => threat.id !== id));
  return [
    ...threats.flatMap(({ id, threat }) => {
      const named = shown.get(id) ?? [];
      if (named.length === 0) return elsewhere.has(id) ? [] : [`No test shows threat ${id}: ${threat}`];
      const bad = named.filter(({ state }) => state !== 'passed');
      return bad.map((test) => `A test of threat ${id} is ${test.state}: ${nameOf(test)}`);
    }),
    ...unknown.flatMap(([id, named]) => named.map((test) => `There is no threat ${id}: ${nameOf(test)}`)),
  ];
}

export function missingFiles(threats: readonly Threat[], exists: (file: string) => boolean): string[] {
  const files = new Set(threats.flatMap((threat) => threat.files));
  return [...files].filter((file) => !exists(file)).map((file) => `No such file: ${file}`);
}
