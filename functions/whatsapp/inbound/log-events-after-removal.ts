import { removedAt, type LineItem } from '#functions/data/whatsapp/instance-item.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';

export type RemovalLogDeps = { log: Log; metrics: Metrics };

/** The gateway and we may not agree on the time to the second. */
const graceMs = 60_000;

/**
 * A gateway said that a line was gone, and goes on working on it: what it tells us at `at` happened after that. Some do
 * so until their process ends, and only a person can end it.
 */
export function logEventsAfterRemoval({ log, metrics }: RemovalLogDeps, line: LineItem, at: Date): void {
  const removed = removedAt(line);
  if (removed === undefined || at.getTime() - removed < graceMs) return;
  const { instanceId, generation, shardId } = line;
  log('line.afterlife', { instanceId, generation, shard: shardId });
  metrics({ LineAfterlife: 1 }, { shard: shardId });
}
