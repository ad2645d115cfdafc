import type { ReadStoredFacts, StoredFacts } from '#functions/data/findings/stored-facts.ts';
import type { ReportUnreadable } from '#functions/data/items/parse-item.ts';
import type { NightlyRead } from '#functions/schedule/nightly/read-nightly-check.ts';
import { everythingWorks } from '#shared/rules/everything-works.ts';
import { findingsOf, type FindingFacts, type FindingState, type FindingsResult } from '#shared/rules/findings.ts';
import type { StageEnabling } from '#shared/rules/skill-state.ts';

import { findingFacts } from './finding-facts.ts';

export type CurrentFindingsDeps = {
  storedFacts: ReadStoredFacts;
  /** Whether this stage enables the skill for users. */
  enablesSkill: () => Promise<StageEnabling>;
  /** Reads the nightly check if one is set up. */
  nightly: (workspaceId: number, report: ReportUnreadable) => Promise<NightlyRead>;
  now: () => Date;
};

export type CurrentFindings = FindingsResult & { state: FindingState; works: boolean; stored: StoredFacts };

/** Returns the findings as of now, or undefined if the workspace does not exist. */
export async function currentFindings(
  deps: CurrentFindingsDeps,
  workspaceId: number,
): Promise<CurrentFindings | undefined> {
  const read = await deps.storedFacts(workspaceId);
  if (!read) return undefined;
  const now = deps.now();
  let { unreadable } = read;
  const noteUnreadable = (): void => {
    unreadable = true;
  };
  const enablesSkill = read.access === undefined ? { enables: false } : await deps.enablesSkill();
  const { failed, trigger, inDoubt } = read.workspace.link ? await deps.nightly(workspaceId, noteUnreadable) : {};
  const nightly = failed && { failedSince: failed.since, why: failed.why, trigger };
  const stored = { ...read, unreadable };
  const facts = findingFacts(stored, { enablesSkill, nightly, nightInDoubt: inDoubt, now });
  const found = findingsOf(facts, now);
  const works = !unreadable && everythingWorks(facts, found, now);
  return { ...found, state: stateOf(stored, facts, found), works, stored };
}

function stateOf({ unreadable }: StoredFacts, { grant }: FindingFacts, { findings }: FindingsResult): FindingState {
  if (findings.length > 0) return 'found';
  if (unreadable) return 'unknown';
  return grant ? 'well' : 'unset';
}
