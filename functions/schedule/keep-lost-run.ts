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
 * Stores the run of a process that died before it recorded it. Its outcome is unknown, because Alexa may have accepted
 * it and a receipt may still arrive. Recorded runs are stored by the stream worker.
 */
export async function keepLostRun(
  { triggers, executions }: KeepLostRunDeps,
  { workspaceId, triggerId, link }: Pick<PlannedRunItem, 'workspaceId' | 'triggerId' | 'link'>,
  { executionId: id, outcome, ms, lostSince: at }: Execution,
  dueAt: string,
): Promise<void> {
  if (at === undefined) return;
  const trigger = await triggers.find(workspaceId, triggerId, link);
  if (!trigger || trigger.run?.id === id || trigger.overtaken?.id === id) return;
  const { receipt } = trigger;
  const openMs = receipt && at >= receipt.since ? openMsOf(receipt.times) : undefined;
  const run = { id, at, channel: 'schedule', outcome, dueAt, ms, stages: {}, openMs } as const;
  await executions.keep({ workspaceId, triggerId }, run, 'failed');
}
