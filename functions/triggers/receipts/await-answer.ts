import type { ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import { runAnswer, type RunAnswer } from './run-answer.ts';

export type AwaitDeps = {
  receipts: Pick<ReceiptStore, 'find'>;
  pause: (ms: number) => Promise<void>;
  now: () => Date;
};

type AwaitedRun = { triggerId: string; at: string; id: string };

const betweenReadsMs = 400;

/** Returns `awaited` also while the history does not contain the run or cannot be read. */
export async function readAnswer(
  { receipts, now }: AwaitDeps,
  run: AwaitedRun,
  deadline: Deadline,
): Promise<RunAnswer> {
  // The run was sent, so a failed read does not matter.
  const reading = receipts.find(run).catch(() => undefined);
  const kept = await deadline.within(reading, () => undefined);
  return kept ? runAnswer(kept, now()) : { answer: 'awaited' };
}

/** Returns the routine's answer, or `awaited` after the deadline. */
export async function awaitAnswer(deps: AwaitDeps, run: AwaitedRun, deadline: Deadline): Promise<RunAnswer> {
  while (!deadline.isOver()) {
    const answered = await readAnswer(deps, run, deadline);
    if (answered.answer !== 'awaited') return answered;
    await deps.pause(Math.min(betweenReadsMs, deadline.left()));
  }
  return { answer: 'awaited' };
}
