/** A tool of `node_modules/.bin` with its arguments. */
export type ShellCommand = readonly [string, ...string[]];

/** A check counts as one test. A test tool counts its tests. */
export type Suite = {
  name: string;
  /** Excluded from `npm test`, the gate of every change; included in `npm run test:all`. */
  isDeep?: true;
  /** The suite of the gate whose tests it repeats, so that `npm run test:all` skips that one. */
  includes?: string;
} & ({ kind: 'check'; commands: readonly ShellCommand[] } | { kind: 'vitest' | 'browser' | 'coverage' });

/** All suites, cheap ones first. Those of the kind `browser` share a product. */
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
      ['node', 'test/bench/web/budgets.ts'],
    ],
  },
  {
    name: 'synth',
    kind: 'check',
    // As called on the command line, offline: the stage without settings and the stage with every setting.
    commands: [
      ['cdk', 'synth', '--quiet', '--output=cdk.out/prod'],
      ['cdk', 'synth', '--quiet', '--output=cdk.out/example', '--context=stage=example'],
    ],
  },
  { name: 'unit', kind: 'vitest' },
  { name: 'web', kind: 'vitest' },
  { name: 'wire', kind: 'vitest' },
  { name: 'stacks', kind: 'vitest' },
  { name: 'faults', kind: 'vitest' },
  { name: 'stores', kind: 'vitest' },
  { name: 'journeys', kind: 'vitest' },
  { name: 'deep-stacks', kind: 'vitest', isDeep: true },
  { name: 'deep-stores', kind: 'vitest', isDeep: true, includes: 'stores' },
  { name: 'crashes', kind: 'vitest', isDeep: true },
  { name: 'matrix', kind: 'vitest', isDeep: true },
  { name: 'fuzz', kind: 'vitest', isDeep: true },
  { name: 'clock', kind: 'vitest', isDeep: true },
  { name: 'browser', kind: 'browser' },
  { name: 'deep-browser', kind: 'browser', isDeep: true },
  { name: 'appearance', kind: 'browser', isDeep: true },
  { name: 'coverage', kind: 'coverage' },
];

/** The gate of every change. */
export const gate: readonly Suite[] = suites.filter(({ isDeep }) => !isDeep);

const everything: readonly Suite[] = suites.filter(({ name }) => !suites.some(({ includes }) => includes === name));

type VitestRun = { suites: readonly string[]; workers: number };

/** Rows run one after the other. Within a row, two runs are active at a time, so the longest come first. */
export const vitestRuns: readonly (readonly VitestRun[])[] = [
  // Many pages wait briefly, so more workers than cores are faster.
  [{ suites: ['unit', 'web'], workers: 4 }],
  // Files that share a table or the product have a single worker.
  [
    'deep-stores',
    'stores',
    'journeys',
    'matrix',
    'deep-stacks',
    'faults',
    'clock',
    'crashes',
    'fuzz',
    'stacks',
    'wire',
  ].map((name) => ({
    suites: [name],
    workers: 1,
  })),
];

/** Without arguments, selects the gate or all suites. An unknown name is an error, so that a typo does not pass. */
export function chosenSuites(words: readonly string[], { all = false } = {}): readonly Suite[] | { unknown: string } {
  if (words.length === 0) return all ? everything : gate;
  const unknown = words.find((word) => !suites.some((suite) => suite.name === word));
  if (unknown !== undefined) return { unknown };
  return suites.filter((suite) => words.includes(suite.name));
}
