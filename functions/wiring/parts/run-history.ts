import { createPulseStore } from '#functions/data/pulse-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createGroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import type { StreamDeps } from '#functions/jobs/stream-batch.ts';
import { countRuns } from '#functions/status/count-runs.ts';
import { keepHistory } from '#functions/triggers/keep-history.ts';

import type { World } from '../world.ts';

type HistoryWorld = Pick<World, 'table' | 'now'> & Partial<Pick<World, 'report'>>;

export function runHistory({ table, now, report }: HistoryWorld): Pick<StreamDeps, 'keepHistory' | 'countRuns'> {
  const pulses = createPulseStore(table, now, report);
  const stores = {
    executions: createExecutionStore(table, now, report),
    runs: createRunStore(table, now, report),
    people: createGroupPersonStore(table, now, report),
    workspaces: createWorkspaceStore(table, report),
  };
  return {
    keepHistory: (change) => keepHistory(stores, change),
    countRuns: (runs) => countRuns({ pulses, now }, runs),
  };
}
