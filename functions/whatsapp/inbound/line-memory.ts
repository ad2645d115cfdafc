import type { LineItem } from '#functions/data/items/instance-item.ts';
import { linePartition } from '#functions/data/keys.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { boundedCache } from '#functions/platform/bounded-cache.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';

/** A line with the secret that signs its deliveries. */
export type KnownLine = LineItem & { hash: string; secret: string };

export type FindLine = (lineKey: string) => Promise<KnownLine | undefined>;

type Deps = { instances: Pick<InstanceStore, 'findLine'>; seal: Pick<Seal, 'open'>; now: () => Date };

/** Caching is safe: a line does not change while it exists, and its generation is checked before every effect. */
const lifeMs = 60_000;

/** Caches lines: most deliveries have no effect and should cost nothing. */
export function createLineMemory({ instances, seal, now }: Deps): FindLine {
  const known = boundedCache<KnownLine>(now);
  return async (lineKey) => {
    const hash = hashOf(lineKey);
    const near = known.get(hash);
    if (near) return near;
    const item = await instances.findLine(hash);
    if (!item) return undefined;
    const line = { ...item, hash, secret: await seal.open(item.sealedSecret, linePartition(hash)) };
    known.set(hash, line, now().getTime() + lifeMs);
    return line;
  };
}
