import type { FindingFacts, Found } from './findings.ts';

/** Rarer than every other day, a home that answered says little of today. */
const latelyMs = 48 * 3_600_000;

/** Nothing is broken, nothing may be, and a routine answered lately, under the permission of today. */
export function everythingWorks({ grant, triggers }: FindingFacts, { findings, inDoubt }: Found, now: Date): boolean {
  if (!grant || inDoubt || findings.some(({ severity }) => severity === 'broken')) return false;
  const since = new Date(now.getTime() - latelyMs).toISOString();
  return triggers.some(({ receipt: { lastRanAt = '' } = {} }) => lastRanAt >= since && lastRanAt >= grant.grantedAt);
}
