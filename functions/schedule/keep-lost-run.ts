import type { PlannedRunItem } from '#functions/data/items/planned-run-item.ts';
import type { ExecutionStore } from '#functions/data/triggers/execution-store.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { Execution } from '#functions/triggers/execution/run.ts';
import { openMsOf } from '#shared/rules/execution/receipts.ts';

export type KeepLostRunDeps = {
  triggers: Pick<TriggerStore, 'find'>;
  executions: Pick<ExecutionStore, 'keep'>;
};

/**
 * A process that died before it recorded its run leaves none in the history: it is kept as unknown, since Alexa may have
 * taken it, and a receipt may still tell. What was recorded is left to the worker of the stream.
 */
export async function keepLostRun(
  { triggers, executions }: KeepLostRunDeps,
  { workspaceId, triggerId, link }: Pick<PlannedRunItem, 'workspaceId' | 'triggerId' | 'link'>,
  { executionId: id, outcome, ms, lostSince: at }: Execution,
  dueAt: string,
): Promise<void> {
  if (at === undefined) return;
  const trigger = await triggers.find(workspaceId, triggerId, link);
  if (!trigger || trigger.run?.id === id) return;
  const { receipt } = trigger;
  const openMs = receipt && at >= receipt.since ? openMsOf(receipt.times) : undefined;
  const run = { id, at, channel: 'schedule', outcome, dueAt, ms, stages: {}, openMs } as const;
  await executions.keep({ workspaceId, triggerId }, run, 'failed');
}
