import { changedTrigger, type ChangedTrigger } from '#functions/data/items/trigger-item.ts';
import { outboxPrefix, receiptPrefix, triggerIdIn } from '#functions/data/keys.ts';
import type { StreamChange } from '#functions/data/stream-record.ts';
import type { PartitionResult } from '#functions/outbox/process-partition.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { confirmingTrigger, tellingRun, type KeptRun } from '#functions/triggers/keep-history.ts';

export type StreamDeps = {
  processPartition: (partition: string, deadline: Deadline) => Promise<PartitionResult>;
  /** Idempotent; undefined for a trigger without a new run. */
  keepHistory: (change: ChangedTrigger) => Promise<KeptRun | undefined>;
  /** Pairs the receipts of a trigger. A failure is retried when its open runs are closed. */
  pairReceipts: (triggerId: string) => Promise<unknown>;
  /** Queues a check of the workspace's findings. A failed batch is repeated. */
  queueLook: (run: { workspaceId: number; id: string }) => Promise<unknown>;
  /** Receives each run once, because a repeated batch does not return it again. */
  countRuns: (runs: readonly KeptRun[]) => Promise<void>;
  /** Marks the token of the workspace for renewal before it expires. */
  keepWarm: (run: KeptRun) => Promise<void>;
  closeContact: (change: ChangedTrigger, deadline: Deadline) => Promise<unknown>;
  log: Log;
};

const atOnce = 4;

/**
 * Throws only if a run cannot be stored or its check cannot be queued. The sweep and the next run retry everything
 * else.
 */
export async function processBatch(
  deps: StreamDeps,
  changes: readonly StreamChange[],
  deadline: Deadline,
): Promise<void> {
  const changed = changes.flatMap((change) => (change.kind === 'MODIFY' && changedTrigger(change)) || []);
  const { failures, kept } = await keepRuns(deps, changed);
  // Includes runs that a failed batch has already stored.
  const confirming = changed.flatMap((change) => confirmingTrigger(change) ?? []);
  const news = changed.flatMap((change) => tellingRun(change) ?? []);
  await mapConcurrently(news, atOnce, (run) =>
    deps.queueLook(run).catch((cause: unknown) => void failures.push(cause)),
  );
  const logUnexpected = (cause: unknown): void => deps.log('outbox.failed', {}, cause);
  const insertedKeys = (prefix: string) =>
    changes.filter(({ kind, key }) => kind === 'INSERT' && key.sk.startsWith(prefix)).map(({ key }) => key.pk);
  const toPair = [...insertedKeys(receiptPrefix).flatMap((pk) => triggerIdIn(pk) ?? []), ...confirming];
  await Promise.all([
    deps.countRuns(kept).catch((cause: unknown) => deps.log('status.notCounted', { runs: kept.length }, cause)),
    mapConcurrently(lastOfWorkspaces(kept), atOnce, (run) =>
      deps
        .keepWarm(run)
        .catch((cause: unknown) => deps.log('tokens.runNotNoted', { workspaceId: run.workspaceId }, cause)),
    ),
    mapConcurrently(changed, atOnce, (change) => deps.closeContact(change, deadline).catch(logUnexpected)),
    mapConcurrently(new Set(insertedKeys(outboxPrefix)), atOnce, (partition) =>
      deps.processPartition(partition, deadline).catch(logUnexpected),
    ),
    mapConcurrently(new Set(toPair), atOnce, (triggerId) =>
      deps.pairReceipts(triggerId).catch((cause: unknown) => deps.log('receipts.failed', { triggerId }, cause)),
    ),
  ]);
  if (failures.length > 0) throw new AggregateError(failures, 'Some runs could not be kept.');
}

const lastOfWorkspaces = (runs: readonly KeptRun[]): Iterable<KeptRun> =>
  new Map(runs.map((run) => [run.workspaceId, run])).values();

/** Stores the runs of a workspace one by one, because they update the same counters. */
async function keepRuns({ keepHistory }: StreamDeps, changed: readonly ChangedTrigger[]) {
  const failures: unknown[] = [];
  const kept: KeptRun[] = [];
  const ofWorkspaces = Map.groupBy(changed, ({ after }) => after.workspaceId).values();
  await mapConcurrently(ofWorkspaces, atOnce, async (ofOne) => {
    for (const change of ofOne) {
      const run = await keepHistory(change).catch((cause: unknown) => void failures.push(cause));
      if (run) kept.push(run);
    }
  });
  return { failures, kept };
}
