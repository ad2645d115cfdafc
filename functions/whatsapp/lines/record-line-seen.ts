import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';

export type RecordLineSeenDeps = { moves: Pick<LineMoveStore, 'stamp'> };

/** At most one write per line in this time. */
const everyMs = 30 * 60_000;

/** `at` in ms since 1970. */
export async function recordLineSeen({ moves }: RecordLineSeenDeps, instance: InstanceItem, at: number): Promise<void> {
  if (at - (instance.heardAt ?? 0) >= everyMs) await moves.stamp(instance, 'heardAt', at);
}
