/** Set by the projects of the deep suites in `vitest.config.ts`; the gate plays a sample of each long list. */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** All in the deep suites, in the gate one of each group: of the first group its first, of the second its second. */
export function sampled<T>(all: readonly T[], groupOf: (one: T) => string, deep = isDeep): T[] {
  if (deep) return [...all];
  const groups = [...Map.groupBy(all, groupOf).values()];
  return groups.flatMap((group, index) => group.slice(index % group.length, (index % group.length) + 1));
}
