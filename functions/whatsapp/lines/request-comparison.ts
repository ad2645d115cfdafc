import type { InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { isTableBusy } from '#functions/platform/table-busy.ts';

export type RequestComparisonDeps = { moves: Pick<LineMoveStore, 'stamp'>; now: () => Date };

/** A page that is opened again and again asks for one comparison in that time. */
const everyMs = 3600_000;

/**
 * Somebody looks at the number's groups: the next round of the reconciler compares their names, and whether it is still in
 * them, with WhatsApp, although the day is not over. `instance` holds the line.
 */
export async function requestComparison({ moves, now }: RequestComparisonDeps, instance: InstanceItem): Promise<void> {
  const { comparedAt = 0 } = instance;
  if (comparedAt === 0 || now().getTime() - comparedAt < everyMs) return;
  try {
    await moves.stamp(instance, 'comparedAt', 0);
  } catch (error) {
    // Nobody waits for it, and the day comes round.
    if (!isTableBusy(error)) throw error;
  }
}
