import { outboxPrefix } from '#functions/data/keys.ts';
import type { Log } from '#functions/platform/log.ts';

import { inLines } from './in-lines.ts';
import type { WorkedOff } from './work-off.ts';

/** A record of the table's stream with its images unmarshalled. */
export type StreamChange = {
  kind: 'INSERT' | 'MODIFY' | 'REMOVE';
  key: { pk: string; sk: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

export type StreamDeps = {
  workOff: (partition: string, deadline: number) => Promise<WorkedOff>;
  /** Keeps the run that a trigger item carries; idempotent, and silent about items that carry no new one. */
  keepHistory: (before: Record<string, unknown> | undefined, after: Record<string, unknown>) => Promise<void>;
  log: Log;
};

const atOnce = 4;

/**
 * Works on a batch of the stream: the history of runs, and every account or workspace with a new outbox item. Nothing of
 * the outbox can fail the batch, because the sweep finds it again; only a run that could not be kept asks for the batch
 * once more.
 */
export async function workOnBatch(deps: StreamDeps, changes: readonly StreamChange[], deadline: number): Promise<void> {
  const runs = changes.filter(({ kind }) => kind === 'MODIFY');
  const kept = await Promise.allSettled(
    runs.map(({ before, after }) => (after ? deps.keepHistory(before, after) : undefined)),
  );
  const added = changes.filter(({ kind, key }) => kind === 'INSERT' && key.sk.startsWith(outboxPrefix));
  await inLines(new Set(added.map(({ key }) => key.pk)), atOnce, (partition) =>
    deps.workOff(partition, deadline).catch((cause: unknown) => deps.log('outbox.failed', {}, cause)),
  );
  const failed = kept.filter((one) => one.status === 'rejected');
  if (failed.length > 0) {
    const causes: unknown[] = failed.map(({ reason }) => reason);
    throw new AggregateError(causes, 'Some runs could not be kept.');
  }
}
