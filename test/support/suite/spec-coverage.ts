import type { TestResult } from './results.ts';
import type { Sentences } from './sentences.ts';
import { nameOf, testsById } from './tagged-files.ts';

/** `elsewhere` lists sentences covered by suites that are not part of this run. */
type Coverage = {
  sentences: Sentences;
  noClaim: Readonly<Record<string, string>>;
  tests: readonly TestResult[];
  elsewhere?: ReadonlySet<string>;
};

/** Returns sentences without a passing test, and tags and reasons of unknown sentences. */
export function specProblems({ sentences, noClaim, tests, elsewhere }: Coverage): string[] {
  const shown = testsById('spec', tests);
  const unknown = [...shown].filter(([id]) => sentences[id] === undefined);
  return [
    ...Object.entries(sentences).flatMap(([id, [words = '']]) => {
      const named = shown.get(id) ?? [];
      if (noClaim[id] !== undefined) return named.length === 0 ? [] : [`Sentence ${id} claims nothing, yet has a test`];
      if (elsewhere?.has(id) || named.some(({ state }) => state === 'passed')) return [];
      if (named.length === 0) return [`No test shows sentence ${id}: ${words} ...`];
      return [`No test passed that shows sentence ${id}: ${named.map(nameOf).join(', ')}`];
    }),
    ...unknown.flatMap(([id, named]) => named.map((test) => `There is no sentence ${id}: ${nameOf(test)}`)),
    ...Object.keys(noClaim).flatMap((id) => (sentences[id] ? [] : [`There is no sentence ${id} to claim nothing`])),
  ];
}

/** A table for readers: each sentence with its tests. */
export function specTable({ sentences, noClaim, tests, elsewhere }: Coverage): string {
  const shown = testsById('spec', tests);
  const rows = Object.entries(sentences).map(([id, [words = '']]) => {
    const names = new Set(
      shown.get(id)?.map((test) => `\`${nameOf(test)}\`${test.state === 'passed' ? '' : ` (${test.state})`}`),
    );
    const unclaimed = noClaim[id] === undefined ? 'nothing' : `no claim: ${noClaim[id]}`;
    const why = elsewhere?.has(id) ? 'a deep suite' : unclaimed;
    return `| ${id} | ${words} ... | ${[...names].join('<br>').replaceAll('|', String.raw`\|`) || why} |`;
  });
  return [
    '# What shows each sentence of the specification',
    '',
    '| Sentence | Opening words | Tests |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
