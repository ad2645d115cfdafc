import { createStoredFacts } from '#functions/data/findings/stored-facts.ts';
import type { ReportUnreadable } from '#functions/data/items/parse-item.ts';
import { createPlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import type { CurrentFindingsDeps } from '#functions/findings/current-findings.ts';
import { readNightlyCheck, type ReadNightlyDeps } from '#functions/schedule/nightly/read-nightly-check.ts';

import type { World } from '../world.ts';
import { enablesSkill } from './enables-skill.ts';

/** Dependencies of findings. */
export function foundIn(world: World): CurrentFindingsDeps {
  const { table, newId, now, report } = world;
  const nights = (noted: ReportUnreadable): ReadNightlyDeps => {
    const reportUnreadable: ReportUnreadable = (item) => {
      noted(item);
      report?.(item);
    };
    return {
      workspaces: createWorkspaceStore(table, reportUnreadable),
      triggers: createTriggerStore(table, { now, newId }, reportUnreadable),
      plannedRuns: createPlannedRunStore(table, now, reportUnreadable),
      executions: createExecutionStore(table, now, reportUnreadable),
      now,
    };
  };
  return {
    storedFacts: createStoredFacts(table, now, report),
    enablesSkill: enablesSkill(world),
    nightly: (workspaceId, noted) => readNightlyCheck(nights(noted), workspaceId),
    now,
  };
}
