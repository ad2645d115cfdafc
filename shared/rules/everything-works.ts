import type { FindingFacts, FindingsResult } from './findings.ts';

/** An answer older than two days proves little about today. */
const latelyMs = 48 * 3_600_000;

/** True if nothing is broken or in doubt, and a routine answered recently under the current grant. */
export function everythingWorks(
  { grant, triggers }: FindingFacts,
  { findings, inDoubt }: FindingsResult,
  now: Date,
): boolean {
  if (!grant || inDoubt || findings.some(({ severity }) => severity === 'broken')) return false;
  const since = new Date(now.getTime() - latelyMs).toISOString();
  return triggers.some(({ receipt: { lastRanAt = '' } = {} }) => lastRanAt >= since && lastRanAt >= grant.grantedAt);
}
