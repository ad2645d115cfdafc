import { linePartition } from '#functions/data/keys.ts';
import type { LineItem } from '#functions/data/whatsapp/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { boundedCache } from '#functions/platform/bounded-cache.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { Seal } from '#functions/platform/seal.ts';

/** A line with the secret that signs its deliveries. */
export type KnownLine = LineItem & { hash: string; secret: string };

/** The line behind the opaque part of an inbound address; undefined where there is none. */
export type FindLine = (lineKey: string) => Promise<KnownLine | undefined>;

type Deps = { instances: Pick<InstanceStore, 'findLine'>; seal: Pick<Seal, 'open'>; now: () => Date };

/** A line never changes but by its end, and whoever acts on what it says asks for its generation. */
const lifeMs = 60_000;

/** Lines of this process: most deliveries are of no use, so finding their line should cost nothing. */
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
