import type { Run } from '#functions/data/items/trigger-item.ts';
import type { OpenRunItem, ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { usedToAnswer } from '#shared/rules/execution/homes.ts';

import { pairReceipts, type PairDeps } from './pair-receipts.ts';

export type CloseRunsDeps = PairDeps & {
  receipts: PairDeps['receipts'] & Pick<ReceiptStore, 'due' | 'find' | 'waited' | 'missed' | 'waitsNoMore'>;
};

const atOnce = 4;

/**
 * Ends the wait of each run that waited long enough. A run without an answer counts as missed, which a late receipt may
 * still revert.
 */
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

/** Pairs first, because a receipt may have waited for a run that was lost. */
async function closeAll(deps: CloseRunsDeps, triggerId: string, open: readonly OpenRunItem[]): Promise<void> {
  const { receipts, now } = deps;
  const waits = (await pairReceipts(deps, triggerId)) === 'waits';
  let closedShared = false;
  for (const item of open) {
    const kept = await receipts.find(item);
    // The history of a recent run may be late, and its receipt as well.
    if (!kept && isRecent(deps, item)) continue;
    const isDone = kept?.openMs === undefined || kept.ranMs !== undefined;
    // A waiting receipt may belong to this run, so another run must not get it.
    const isOver = isDone || (item.until <= now().getTime() && !waits);
    if (!isDone && !kept.answer && !item.waited) await miss(deps, item, kept);
    else if (!isOver) await receipts.waited(item);
    // A shared answer may have been the answer to this run.
    const answersCommand = kept?.openMs !== undefined && kept.outcome === 'sent' && !kept.answer;
    if (isOver) await receipts.close(item, answersCommand);
    if (isOver) closedShared ||= kept?.answer === 'shared';
  }
  // Receipts that were counted for these runs are no longer needed.
  if (closedShared) await pairReceipts(deps, triggerId);
}

/** Counts the miss before the run is closed, because a closed run is not checked again. */
async function miss(deps: CloseRunsDeps, item: OpenRunItem, kept: Run): Promise<void> {
  const { receipts, countAnswer, log, metrics, now } = deps;
  const { id: executionId, workspaceId, triggerId } = item;
  const missing = await receipts.missed(item, kept);
  if (missing === 'changed') return;
  if (!missing) {
    await receipts.waitsNoMore(item, kept);
    await receipts.waited(item);
    return;
  }
  log('trigger.notAnswered', { executionId, workspaceId, triggerId });
  metrics({ Answers: 1 }, { answer: 'none' });
  if (kept.outcome === 'sent' && usedToAnswer(missing, now())) await countAnswer({ workspaceId, as: 'silent' });
}

const keptForMs = 3600_000;
const isRecent = ({ now }: CloseRunsDeps, { openedAt }: OpenRunItem): boolean => openedAt + keptForMs > now().getTime();
