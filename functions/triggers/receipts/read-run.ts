import type * as z from 'zod/mini';

import type { ExecutionStore } from '#functions/data/triggers/execution-store.ts';
import type { RunStore } from '#functions/data/triggers/run-store.ts';
import { answerWithinMs, busy, deadlineIn } from '#functions/platform/time/deadline.ts';
import type { runReply } from '#shared/contracts/webhook.ts';
import { Refusal } from '#shared/refusals.ts';

import type { RunRequest } from '../execution/run.ts';
import { noteKeyRead, type NoteKeyReadDeps } from '../note-key-read.ts';
import { runAnswer } from './run-answer.ts';

type Deps = NoteKeyReadDeps & {
  runs: Pick<RunStore, 'facts'>;
  executions: Pick<ExecutionStore, 'find'>;
};

export type WantedRun = {
  workspaceId: number;
  triggerId: string;
  executionId: string;
  accessKeyId?: string | undefined;
  mayRead: RunRequest['mayFire'];
};

/** Throws `trigger.notFound`, also for a caller without access and for an unknown run. */
export async function readRun(
  deps: Deps,
  { workspaceId, triggerId, executionId, accessKeyId, mayRead }: WantedRun,
): Promise<z.output<typeof runReply>> {
  const deadline = deadlineIn(deps.now, answerWithinMs);
  const reading = deps.runs.facts({ workspaceId, triggerId, accessKeyId, withSubscription: false, deadline });
  const { workspace, trigger, accessKey } = await deadline.within(reading, busy);
  const isOurs = workspace && (await mayRead(workspace, accessKey)) && trigger?.link === workspace.link?.number;
  if (!isOurs || !trigger) throw new Refusal('trigger.notFound');
  const finding = deadline.within(deps.executions.find(triggerId, executionId), busy);
  const [kept] = await Promise.all([finding, noteKeyRead(deps, accessKey, deadline)]);
  // The history contains a run moments after the trigger does.
  const run = kept ?? [trigger.run, trigger.overtaken].find((each) => each?.id === executionId);
  if (!run) throw new Refusal('trigger.notFound');
  return { outcome: run.outcome, ...runAnswer(run, deps.now()) };
}
