/** Set by the projects of the deep suites in `vitest.config.ts`; the gate plays a sample of each long list. */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** The number of random cases: a third in the gate, all of them in `npm run test:all`. */
export const randomCases = (all: number): number =>
  isDeep || process.env['PLAYS_NEW_CASES'] !== undefined ? all : Math.ceil(all / 3);

/** All in the deep suites, in the gate one of each group: of the first group its first, of the second its second. */
export function sampled<T>(all: readonly T[], groupOf: (one: T) => string, deep = isDeep): T[] {
  if (deep) return [...all];
  const groups = [...Map.groupBy(all, groupOf).values()];
  return groups.flatMap((group, index) => group.slice(index % group.length, (index % group.length) + 1));
}
