import type { OpenRunItem, ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import type { Run } from '#functions/data/triggers/trigger-item.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { answerWithinMs } from '#functions/platform/time/deadline.ts';
import { settleReceipts, type Decision, type OpenRun, type Receipt } from '#shared/rules/execution/receipts.ts';

export type PairDeps = {
  receipts: Pick<ReceiptStore, 'standing' | 'ran' | 'shared' | 'forget' | 'close' | 'learn'>;
  log: Log;
  metrics: Metrics;
  now: () => Date;
};

/** A process that takes longer than its channel and the time that AWS leaves it has ended. */
const lostAfterMs = answerWithinMs + 9_000;
const maxTries = 4;

/**
 * Gives the receipts of a trigger to the runs that they answer. Called after each receipt and after each run of the
 * history; both are written first, so one of the two calls sees both.
 */
export async function pairReceipts(deps: PairDeps, triggerId: string): Promise<void> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    if ((await pairOnce(deps, triggerId)) === 'done') return;
  }
}

async function pairOnce(deps: PairDeps, triggerId: string): Promise<'done' | 'changed'> {
  const { receipts, now } = deps;
  const { open, history, receipts: heard } = await receipts.standing(triggerId);
  if (heard.length === 0) return 'done';
  const over = open.filter(({ id }) => isOver(history.get(id)));
  for (const item of over) {
    const { ranMs, receiptId } = history.get(item.id) ?? {};
    if (ranMs !== undefined) await receipts.learn(item, new Date(Date.parse(item.at) + ranMs), ranMs);
    await end(deps, item, receiptId);
  }
  const paired = new Set(over.map(({ id }) => history.get(id)?.receiptId));
  const runs = open
    .filter((item) => !over.includes(item))
    .map((item) => ({ ...asOpenRun(item, history.get(item.id), now()), item }));
  const left = heard.filter(({ id }) => !paired.has(id));
  for (const decision of settleReceipts(runs, left)) {
    if ((await apply(deps, triggerId, decision)) === 'changed') return 'changed';
  }
  return 'done';
}

/** The run's answer is written first, so that whoever finds the rest knows what to do with it. */
async function apply(
  deps: PairDeps,
  triggerId: string,
  decision: Decision<OpenRun & { item: OpenRunItem }>,
): Promise<'done' | 'changed'> {
  const { receipts } = deps;
  const { receipt } = decision;
  if (decision.as === 'ran') {
    const { item } = decision.run;
    const ranMs = receipt.at - Date.parse(item.at);
    if ((await receipts.ran(item, receipt.id, ranMs)) === 'changed') return 'changed';
    await tell(deps, item, receipt, ranMs);
    await end(deps, item, receipt.id);
    return 'done';
  }
  const { runs, stays } = decision.as === 'shared' ? decision : { runs: [], stays: false };
  for (const { item } of runs) {
    await tell(deps, item, receipt, undefined);
    if ((await receipts.shared(item)) === 'changed') return 'changed';
  }
  if (!stays) await receipts.forget(triggerId, receipt.id);
  return 'done';
}

/** The open run goes last, because it leads to the rest. */
async function end({ receipts }: PairDeps, item: OpenRunItem, receiptId: string | undefined): Promise<void> {
  if (receiptId !== undefined) await receipts.forget(item.triggerId, receiptId);
  await receipts.close(item);
}

/** It was answered, or its event never reached Alexa. */
const isOver = (kept: Run | undefined): boolean => kept?.ranMs !== undefined || isRefused(kept);

const isRefused = (kept: Run | undefined): boolean => kept !== undefined && kept.openMs === undefined;

function asOpenRun(item: OpenRunItem, kept: Run | undefined, now: Date): OpenRun {
  const { id, openedAt, until } = item;
  const missing = openedAt + lostAfterMs > now.getTime() ? 'underWay' : 'lost';
  return { id, openedAt, until, state: kept ? 'reached' : missing, shared: kept?.answer === 'shared' };
}

async function tell(
  { receipts, log, metrics }: PairDeps,
  item: OpenRunItem,
  { at }: Receipt,
  ranMs: number | undefined,
): Promise<void> {
  const { id: executionId, workspaceId, triggerId } = item;
  const answer = ranMs === undefined ? 'shared' : 'ran';
  log('trigger.answered', { executionId, workspaceId, triggerId, answer, ms: ranMs });
  metrics({ Answers: 1, ...(ranMs !== undefined && { AnswerMs: ranMs }) }, { answer });
  await receipts.learn(item, new Date(at), ranMs);
}
