import type { OutboxStore } from '#functions/data/outbox/outbox-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import type { PartitionResult } from './process-partition.ts';

export type SweepDeps = {
  outbox: Pick<OutboxStore, 'due'>;
  processPartition: (partition: string, deadline: Deadline) => Promise<PartitionResult>;
  log: Log;
  metrics: Metrics;
  now: () => Date;
};

const atOnce = 4;
/** A partition is not started with less time than this. */
const minStartMs = 5_000;

/**
 * Processes each due partition once, the longest waiting first. Finds entries that failed before and entries that the
 * stream never delivered.
 */
export async function sweep(deps: SweepDeps, deadline: Deadline): Promise<void> {
  const seen = new Set<string>();
  const start = deadline.reserve(minStartMs);
  const until = deps.now();
  const found = { OutboxDue: 0, OutboxLateSeconds: 0 };
  let from: Record<string, unknown> | undefined;
  do {
    const page = await deps.outbox.due(until, from);
    found.OutboxDue += page.items;
    if (!from && page.since) found.OutboxLateSeconds = Math.max(0, (until.getTime() - page.since.getTime()) / 1000);
    const fresh = page.partitions.filter((partition) => !seen.has(partition));
    await mapConcurrently(fresh, atOnce, async (partition) => {
      if (start.isOver()) return;
      seen.add(partition);
      await deps.processPartition(partition, deadline).catch((cause: unknown) => deps.log('outbox.failed', {}, cause));
    });
    from = page.next;
  } while (from && !start.isOver());
  deps.metrics(found, { job: 'sweep' });
  deps.log('sweep.done', { partitions: seen.size, due: found.OutboxDue });
}
