import type * as z from 'zod/mini';

import type { Run } from '#functions/data/items/trigger-item.ts';
import type { runReply } from '#shared/contracts/webhook.ts';
import { answerOf } from '#shared/rules/execution/receipts.ts';

export type RunAnswer = Pick<z.output<typeof runReply>, 'answer' | 'ranMs'>;

/** Returns the home's answer to a run; empty for a run without a receipt. */
export function runAnswer(run: Run, now: Date): RunAnswer {
  const answer = answerOf(run, now);
  return { ...(answer && { answer }), ...(run.ranMs !== undefined && { ranMs: run.ranMs }) };
}
