import { lineOf } from '#functions/data/items/instance-item.ts';
import { instancePartition } from '#functions/data/keys.ts';
import type { OutboxStore } from '#functions/data/outbox/outbox-store.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { ListedLine } from '#functions/providers/whatsapp/gateway.ts';

export type OrphanDeps = {
  instances: Pick<InstanceStore, 'findById'>;
  outbox: Pick<OutboxStore, 'pending' | 'add'>;
  newId: () => string;
  log: Log;
  now: () => Date;
};

/** Queues the removal of lines whose connection has ended, and returns their count. Keeps lines that we do not know. */
export async function removeOrphans(deps: OrphanDeps, shardId: string, lines: readonly ListedLine[]): Promise<number> {
  const counts = { orphans: 0, foreign: 0 };
  for (const { line } of lines) {
    const named = lineOf(line.lineName);
    const instance = named && (await deps.instances.findById(named.instanceId));
    if (!named || !instance || named.generation > instance.generation) {
      counts.foreign += 1;
      continue;
    }
    const isCurrent = named.generation === instance.generation && instance.shardId === shardId;
    if (isCurrent && instance.chipStatus !== 'DISCONNECTED' && !instance.reference) continue;
    counts.orphans += 1;
    await queueRemoval(deps, { ...named, workspaceId: instance.workspaceId, shardId });
  }
  if (counts.foreign > 0) deps.log('line.foreign', { shard: shardId, lines: counts.foreign });
  return counts.orphans;
}

type Life = { instanceId: number; workspaceId: number; generation: number; shardId: string };

async function queueRemoval({ outbox, log, newId, now }: OrphanDeps, life: Life): Promise<void> {
  const { items } = await outbox.pending(instancePartition(life.instanceId));
  const isQueued = items.some(
    ({ entry, deadAt }) => entry.topic === 'line' && entry.generation === life.generation && deadAt === undefined,
  );
  if (isQueued) return;
  await outbox.add({ topic: 'line', ...life, why: 'orphan' }, { id: newId(), now: now() }, []);
  log('line.orphaned', { workspaceId: life.workspaceId, instanceId: life.instanceId, shard: life.shardId });
}
