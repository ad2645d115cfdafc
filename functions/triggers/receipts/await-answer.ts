import type { ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import type { Run } from '#functions/data/triggers/trigger-item.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

export type AwaitDeps = {
  receipts: Pick<ReceiptStore, 'find'>;
  pause: (ms: number) => Promise<void>;
};

const betweenReadsMs = 400;

/** The run of the history once it is answered, or as it was last read when the time is over. */
export async function awaitAnswer(
  { receipts, pause }: AwaitDeps,
  run: { triggerId: string; at: string; id: string },
  deadline: Deadline,
): Promise<Run | undefined> {
  let kept: Run | undefined;
  while (!deadline.isOver()) {
    const before = kept;
    // The run is under way, whatever becomes of reading it.
    const reading = receipts.find(run).catch(() => before);
    kept = await deadline.within(reading, () => before);
    if (kept?.ranMs !== undefined || kept?.answer) return kept;
    await pause(Math.min(betweenReadsMs, deadline.left()));
  }
  return kept;
}
