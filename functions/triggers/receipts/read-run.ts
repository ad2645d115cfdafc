import type * as z from 'zod/mini';

import type { ExecutionStore } from '#functions/data/triggers/execution-store.ts';
import type { RunFacts, RunStore } from '#functions/data/triggers/run-store.ts';
import { answerWithinMs, busy, deadlineIn } from '#functions/platform/time/deadline.ts';
import type { runReply } from '#shared/contracts/webhook.ts';
import { Refusal } from '#shared/refusals.ts';
import { answerOf } from '#shared/rules/execution/receipts.ts';

type Deps = {
  runs: Pick<RunStore, 'facts'>;
  executions: Pick<ExecutionStore, 'find'>;
  now: () => Date;
};

export type WantedRun = {
  workspaceId: number;
  triggerId: string;
  executionId: string;
  mayFire: (workspace: NonNullable<RunFacts['workspace']>) => boolean;
};

/** Throws `trigger.notFound`, also for a caller who may not fire it and for a run that is unknown. */
export async function readRun(
  deps: Deps,
  { workspaceId, triggerId, executionId, mayFire }: WantedRun,
): Promise<z.output<typeof runReply>> {
  const deadline = deadlineIn(deps.now, answerWithinMs);
  const reading = deps.runs.facts({ workspaceId, triggerId, withSubscription: false, deadline });
  const { workspace, trigger } = await deadline.within(reading, busy);
  const isOurs = workspace && mayFire(workspace) && trigger?.link === workspace.link?.number;
  const run = isOurs && trigger ? await deadline.within(deps.executions.find(triggerId, executionId), busy) : undefined;
  if (!run) throw new Refusal('trigger.notFound');
  const answer = answerOf(run, deps.now());
  return { outcome: run.outcome, ...(answer && { answer }), ...(run.ranMs !== undefined && { ranMs: run.ranMs }) };
}
