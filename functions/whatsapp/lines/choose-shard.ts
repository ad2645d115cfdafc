import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { Shard } from '#functions/platform/config.ts';
import { Refusal } from '#shared/refusals.ts';

export type PlacementDeps = {
  gateways: { shards: readonly Shard[] };
  instances: Pick<InstanceStore, 'countOnShard'>;
};

/** Returns the shard with the most room. Throws `whatsapp.notConfigured` and `whatsapp.full`. */
export async function chooseShard({ gateways, instances }: PlacementDeps): Promise<string> {
  if (gateways.shards.length === 0) throw new Refusal('whatsapp.notConfigured');
  const open = gateways.shards.filter(({ draining }) => !draining);
  const rows = await Promise.all(
    open.map(async ({ id, capacity }) => ({ id, room: capacity - (await instances.countOnShard(id)) })),
  );
  const best = rows.toSorted((one, other) => other.room - one.room)[0];
  if (!best || best.room <= 0) throw new Refusal('whatsapp.full', { retryAfterSeconds: 60 });
  return best.id;
}
