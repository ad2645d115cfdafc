import type { OpenRunItem, ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import { pairReceipts, type PairDeps } from './pair-receipts.ts';

export type CloseRunsDeps = PairDeps & {
  receipts: PairDeps['receipts'] & Pick<ReceiptStore, 'due' | 'find' | 'missed'>;
};

const atOnce = 4;

/** Ends the wait of each run that is over; one without an answer is a miss. */
export async function closeRuns(deps: CloseRunsDeps, deadline: Deadline): Promise<void> {
  let from: Record<string, unknown> | undefined;
  do {
    const page = await deps.receipts.due(from);
    const ofTriggers = [...Map.groupBy(page.open, ({ triggerId }) => triggerId)];
    await mapConcurrently(ofTriggers, atOnce, async ([triggerId, open]) => {
      if (deadline.isOver()) return;
      await closeAll(deps, triggerId, open).catch((cause: unknown) =>
        deps.log('receipts.failed', { triggerId }, cause),
      );
    });
    from = page.next;
  } while (from && !deadline.isOver());
}

/** A receipt may have waited for a run that was lost. */
async function closeAll(deps: CloseRunsDeps, triggerId: string, open: readonly OpenRunItem[]): Promise<void> {
  const { receipts, log, metrics } = deps;
  await pairReceipts(deps, triggerId);
  for (const item of open) {
    const kept = await receipts.find(item);
    // Its history may come late, and its receipt with it.
    if (!kept && isRecent(deps, item)) continue;
    await receipts.close(item);
    if (kept?.openMs === undefined || kept.ranMs !== undefined || kept.answer) continue;
    const { id: executionId, workspaceId } = item;
    log('trigger.notAnswered', { executionId, workspaceId, triggerId });
    metrics({ Answers: 1 }, { answer: 'none' });
    await receipts.missed(item);
  }
}

const keptForMs = 3600_000;
const isRecent = ({ now }: CloseRunsDeps, { openedAt }: OpenRunItem): boolean => openedAt + keptForMs > now().getTime();
