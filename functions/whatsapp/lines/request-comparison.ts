import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { isTableBusy } from '#functions/platform/table-busy.ts';

export type RequestComparisonDeps = { moves: Pick<LineMoveStore, 'stamp'>; now: () => Date };

const everyMs = 3600_000;

/** Makes the daily comparison due now, at most once an hour. */
export async function requestComparison({ moves, now }: RequestComparisonDeps, instance: InstanceItem): Promise<void> {
  const { comparedAt = 0 } = instance;
  if (comparedAt === 0 || now().getTime() - comparedAt < everyMs) return;
  try {
    await moves.stamp(instance, 'comparedAt', 0);
  } catch (error) {
    if (!isTableBusy(error)) throw error;
  }
}
