import { removedAt, type LineItem } from '#functions/data/items/instance-item.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';

export type RemovalLogDeps = { log: Log; metrics: Metrics };

/** Tolerates clocks that differ. */
const graceMs = 60_000;

/** Logs events of a line that its gateway reported as removed. Only an operator can stop such a line. */
export function logEventsAfterRemoval({ log, metrics }: RemovalLogDeps, line: LineItem, at: Date): void {
  const removed = removedAt(line);
  if (removed === undefined || at.getTime() - removed < graceMs) return;
  const { instanceId, generation, shardId } = line;
  log('line.afterlife', { instanceId, generation, shard: shardId });
  metrics({ LineAfterlife: 1 }, { shard: shardId });
}
