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

/** Ends the wait of each run that is over; one without an answer is a miss, which a late receipt may still answer. */
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
  const { receipts, now } = deps;
  const waits = (await pairReceipts(deps, triggerId)) === 'waits';
  let closedShared = false;
  for (const item of open) {
    const kept = await receipts.find(item);
    // Its history may come late, and its receipt with it.
    if (!kept && isRecent(deps, item)) continue;
    const isDone = kept?.openMs === undefined || kept.ranMs !== undefined;
    // A receipt that waits may be its own, and must not become that of another run.
    const isOver = isDone || (item.until <= now().getTime() && !waits);
    if (!isDone && !kept.answer && !item.waited) await miss(deps, item, kept);
    else if (!isOver) await receipts.waited(item);
    // A shared answer may have been its own.
    const answersCommand = kept?.openMs !== undefined && kept.outcome === 'sent' && !kept.answer;
    if (isOver) await receipts.close(item, answersCommand);
    if (isOver) closedShared ||= kept?.answer === 'shared';
  }
  // What was counted for them is of no more use.
  if (closedShared) await pairReceipts(deps, triggerId);
}

/** Before the run is closed, which nobody would look at again. */
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
