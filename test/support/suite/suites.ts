/** A tool of `node_modules/.bin` with its words. */
export type ShellCommand = readonly [string, ...string[]];

/** A suite of `npm test`: a check counts as one, a test tool by its tests. */
export type Suite =
  | { name: string; kind: 'check'; commands: readonly ShellCommand[] }
  | { name: string; kind: 'vitest' | 'browser' | 'coverage' };

/** All suites, cheap ones first. */
export const suites: readonly Suite[] = [
  { name: 'types', kind: 'check', commands: [['tsc', '-b']] },
  { name: 'lint', kind: 'check', commands: [['oxlint', '--type-aware', '--quiet']] },
  { name: 'format', kind: 'check', commands: [['oxfmt', '--check']] },
  { name: 'unused', kind: 'check', commands: [['knip']] },
  {
    name: 'size',
    kind: 'check',
    commands: [
      ['vite', 'build', '--logLevel=warn'],
      ['node', 'web/budgets.ts'],
    ],
  },
  {
    name: 'synth',
    kind: 'check',
    // As a person calls it, offline: the stage with nothing set, and the one with every setting.
    commands: [
      ['cdk', 'synth', '--quiet', '--output=cdk.out/prod'],
      ['cdk', 'synth', '--quiet', '--output=cdk.out/example', '--context=stage=example'],
    ],
  },
  { name: 'unit', kind: 'vitest' },
  { name: 'web', kind: 'vitest' },
  { name: 'wire', kind: 'vitest' },
  { name: 'stacks', kind: 'vitest' },
  { name: 'crashes', kind: 'vitest' },
  { name: 'matrix', kind: 'vitest' },
  { name: 'stores', kind: 'vitest' },
  { name: 'journeys', kind: 'vitest' },
  { name: 'clock', kind: 'vitest' },
  { name: 'browser', kind: 'browser' },
  { name: 'coverage', kind: 'coverage' },
];

type VitestRun = { suites: readonly string[]; workers: number };

/** One row after the other; of a row two runs at a time, so the longest come first. */
export const vitestRuns: readonly (readonly VitestRun[])[] = [
  [{ suites: ['unit', 'web'], workers: 2 }],
  // Files that share a table or the product have one worker.
  ['stores', 'journeys', 'matrix', 'crashes', 'clock', 'stacks', 'wire'].map((name) => ({
    suites: [name],
    workers: 1,
  })),
];

/** All without a word; an unknown word is an error, so that a typing mistake is not a green run. */
export function chosenSuites(words: readonly string[]): readonly Suite[] | { unknown: string } {
  if (words.length === 0) return suites;
  const unknown = words.find((word) => !suites.some((suite) => suite.name === word));
  if (unknown !== undefined) return { unknown };
  return suites.filter((suite) => words.includes(suite.name));
}
