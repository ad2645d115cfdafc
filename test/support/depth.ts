/** Set by the deep projects in `vitest.config.ts`. The gate runs a sample of each long list. */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** Returns the number of random cases: a third in the gate, all of them in `npm run test:all`. */
export const randomCases = (all: number): number =>
  isDeep || process.env['PLAYS_NEW_CASES'] !== undefined ? all : Math.ceil(all / 3);

/**
 * Returns all in the deep suites. In the gate, returns one per group: the first of the first group, the second of the
 * second, and so on.
 */
export function sampled<T>(all: readonly T[], groupOf: (one: T) => string, deep = isDeep): T[] {
  if (deep) return [...all];
  const groups = [...Map.groupBy(all, groupOf).values()];
  return groups.flatMap((group, index) => group.slice(index % group.length, (index % group.length) + 1));
}
