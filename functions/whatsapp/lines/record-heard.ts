import type { InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';

export type RecordHeardDeps = { moves: Pick<LineMoveStore, 'stamp'> };

/** So precise has the silence watch to be, and a busy group costs one write in that time. */
const everyMs = 30 * 60_000;

/** A group on the line said something, so its engine is alive. `instance` as the delivery found it; `at` in ms since 1970. */
export async function recordHeard({ moves }: RecordHeardDeps, instance: InstanceItem, at: number): Promise<void> {
  if (at - (instance.heardAt ?? 0) >= everyMs) await moves.stamp(instance, 'heardAt', at);
}
