import { linePartition } from '#functions/data/keys.ts';
import { transact, type Table } from '#functions/data/table.ts';
import { lineNameOf, type InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import { lineExpiry, linePut, type InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';

import type { RecreateDeps } from './recreate-line.ts';

export type RenewKeysDeps = Omit<RecreateDeps, 'table' | 'instances'> & {
  table: Table;
  instances: Pick<InstanceStore, 'onShard' | 'find' | 'findLine' | 'save'>;
  gateways: Pick<WhatsAppGateways, 'of' | 'shards'>;
  log: Log;
};

const atOnce = 4;
/** What one renewal may take. */
const minLineMs = 30_000;

/** Without a new scan; old addresses count for another hour. Returns how many are left for the next call. */
export async function renewLineKeys(deps: RenewKeysDeps, deadline: Deadline, before: number): Promise<number> {
  const counts = { renewed: 0, left: 0 };
  for (const shard of deps.gateways.shards) {
    await mapConcurrently(await deps.instances.onShard(shard.id), atOnce, async (seen) => {
      const instance = await deps.instances.find(seen.workspaceId);
      if (!instance || !(await isOld(deps, instance, before))) return;
      const hasTime = deadline.left() > minLineMs;
      const outcome = hasTime ? await renewed(deps, instance) : 'later';
      if (outcome === 'renewed') counts.renewed += 1;
      else counts.left += 1;
      if (outcome === 'later') return;
      const { id: instanceId, workspaceId, generation } = instance;
      deps.log(outcome === 'renewed' ? 'line.keyRenewed' : 'line.keyNotRenewed', {
        instanceId,
        workspaceId,
        generation,
        shard: shard.id,
      });
    });
  }
  deps.log('line.keysRenewed', counts);
  return counts.left;
}

async function isOld({ instances }: RenewKeysDeps, instance: InstanceItem, before: number): Promise<boolean> {
  const { chipStatus, reference, lineHash } = instance;
  if (lineHash === undefined || reference || !holdsGroups(chipStatus)) return false;
  return ((await instances.findLine(lineHash))?.madeAt ?? 0) < before;
}

/** Both addresses count until the gateway has the new one. */
async function renewed(deps: RenewKeysDeps, before: InstanceItem): Promise<'renewed' | 'failed'> {
  const { id: instanceId, workspaceId, generation, shardId, lineHash: old } = before;
  if (shardId === undefined || old === undefined) return 'failed';
  const [key, secret] = [deps.newToken(), deps.newToken()];
  const lineHash = hashOf(key);
  const sealedSecret = await deps.seal.seal(secret, linePartition(lineHash));
  const madeAt = deps.now().getTime();
  const life = { instanceId, workspaceId, generation };
  await transact(deps.table, [linePut(deps.table, lineHash, { ...life, shardId, sealedSecret, madeAt })]);
  const metadata = { instanceId: String(instanceId), generation: String(generation) };
  const url = `${deps.webhookUrl}/prod/whatsapp/${shardId}/${key}`;
  const ref = { shardId, lineName: lineNameOf(before) };
  const given = await deps.gateways.of(shardId).createLine(ref, { url, secret, metadata });
  // The gateway may have taken it: both addresses count on.
  if (given.outcome !== 'ok') return 'failed';
  return (await keep(deps, before, { lineHash, old })) ? 'renewed' : 'failed';
}

/** Retries unless the line is another by now. */
async function keep(
  { instances, table, now }: RenewKeysDeps,
  seen: InstanceItem,
  { lineHash, old }: { lineHash: string; old: string },
): Promise<boolean> {
  let before: InstanceItem | undefined = seen;
  return retryOnConflict({ tries: 5, exhausted: () => false }, async () => {
    if (before?.generation !== seen.generation || before.lineHash !== old) return false;
    const { rev: _, ...after } = { ...before, lineHash };
    const saved = await instances.save({ before, after, also: [lineExpiry(table, old, now())] });
    if (saved === 'saved') return true;
    before = await instances.find(seen.workspaceId);
    return 'conflict';
  });
}
