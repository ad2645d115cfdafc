import type { DepsOf } from '#functions/platform/deps-of.ts';
import type { Handlers } from '#functions/platform/http/serve.ts';
import type { nightlyCheckContract } from '#shared/contracts/nightly-check.ts';
import type { plansContract } from '#shared/contracts/plans.ts';

import { deletePlannedRun } from './delete-planned-run.ts';
import { listPlannedRuns } from './list-planned-runs.ts';
import { readNightlyCheck } from './nightly/read-nightly-check.ts';
import { switchNightlyCheck } from './nightly/switch-nightly-check.ts';
import { planRun } from './plan-run.ts';
import { plannedRunReply } from './planned-run-reply.ts';
import { updatePlannedRun } from './update-planned-run.ts';

export type ScheduleDeps = DepsOf<typeof listPlannedRuns> &
  DepsOf<typeof planRun> &
  DepsOf<typeof updatePlannedRun> &
  DepsOf<typeof deletePlannedRun> &
  DepsOf<typeof readNightlyCheck> &
  DepsOf<typeof switchNightlyCheck>;

export const scheduleHandlers = (deps: ScheduleDeps): Handlers<typeof plansContract & typeof nightlyCheckContract> => ({
  listPlans: (_, { workspaceId }) => listPlannedRuns(deps, workspaceId),
  createPlan: async ({ body }, { workspaceId }) =>
    plannedRunReply(await planRun(deps, { ...body, workspaceId, by: 'click' })),
  updatePlan: ({ params, body }, { workspaceId }) => updatePlannedRun(deps, { workspaceId, id: params.id }, body),
  deletePlan: ({ params }, { workspaceId }) => deletePlannedRun(deps, { workspaceId, id: params.id }),
  readNightlyCheck: (_, { workspaceId }) => readNightlyCheck(deps, workspaceId),
  switchNightlyCheck: ({ body }, { userId, workspaceId }) => switchNightlyCheck(deps, { userId, workspaceId }, body),
});
