import type { Run } from '#functions/data/items/trigger-item.ts';
import type { OpenRunItem, ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { TableBusy } from '#functions/platform/table-busy.ts';
import { answerWithinMs } from '#functions/platform/time/deadline.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { Channel } from '#shared/rules/channels.ts';
import { mostCounted, settleReceipts, type ReceiptDecision, type OpenRun } from '#shared/rules/execution/receipts.ts';

/** Whether a home answered a run. */
export type HomeAnswered = {
  workspaceId: number;
  as: 'answered' | 'silent';
  /** Only if the receipt answered this run alone. */
  ran?: { triggerId: string; channel: Channel | undefined; ms: number };
};

export type PairDeps = {
  receipts: Pick<ReceiptStore, 'standing' | 'ran' | 'shared' | 'count' | 'forget' | 'close' | 'complete' | 'learn'>;
  /** Never rejects. */
  countAnswer: (answer: HomeAnswered) => Promise<void>;
  log: Log;
  metrics: Metrics;
  now: () => Date;
};

/** A run counts as lost after the channel's 6 s and the 9 s that AWS may still leave its function. */
const lostAfterMs = answerWithinMs + 9_000;

/**
 * Pairs the receipts of a trigger with its runs. Called after each receipt and after each run of the history. Both are
 * written first, so one of the two calls sees both. Returns `waits` if a receipt may belong to several runs, one of
 * which is still undecided. Also returns `waits` if the runs kept changing; the next call pairs them.
 */
export async function pairReceipts(deps: PairDeps, triggerId: string): Promise<'done' | 'waits'> {
  const waitLonger = (): 'waits' => {
    deps.log('receipts.failed', { triggerId }, new TableBusy('The runs of this trigger keep changing.'));
    return 'waits';
  };
  return retryOnConflict({ tries: 4, exhausted: waitLonger }, () => pairOnce(deps, triggerId));
}

async function pairOnce(deps: PairDeps, triggerId: string): Promise<'done' | 'waits' | 'conflict'> {
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
  const isOpen = new Set(open.map(({ id }) => id));
  // A duplicate directive is not news. A receipt among several runs proves nothing once one of them is closed.
  const stale = heard.filter(({ id, done, among }) =>
    done ? !paired.has(id) : among && !among.every((run) => isOpen.has(run)),
  );
  for (const { id } of stale) await receipts.forget(triggerId, id);
  const runs = open
    .filter((item) => !over.includes(item))
    .map((item) => ({ ...asOpenRun(item, history.get(item.id), now()), item, channel: history.get(item.id)?.channel }));
  const left = heard.filter((receipt) => !paired.has(receipt.id) && !stale.includes(receipt));
  const decisions = settleReceipts(runs, left);
  for (const decision of decisions) {
    if ((await apply(deps, triggerId, decision)) === 'changed') return 'conflict';
  }
  const settled = decisions.filter((decision) => decision.as !== 'shared' || !decision.stays);
  return left.filter(({ among }) => !among).length > settled.length ? 'waits' : 'done';
}

type Pairing = ReceiptDecision<OpenRun & { item: OpenRunItem; channel: Channel | undefined }>;

/** Writes the answer of the run first, so that the next call can complete the rest. */
async function apply(deps: PairDeps, triggerId: string, decision: Pairing): Promise<'done' | 'changed'> {
  const { receipts } = deps;
  const { receipt } = decision;
  if (decision.as === 'nobody') {
    await receipts.forget(triggerId, receipt.id);
    return 'done';
  }
  if (decision.as === 'shared') return share(deps, triggerId, decision);
  const { item, channel } = decision.run;
  const ranMs = receipt.at - Date.parse(item.at);
  if ((await receipts.ran(item, receipt.id, ranMs)) === 'changed') return 'changed';
  tell(deps, item, ranMs);
  await receipts.learn(item, new Date(receipt.at), ranMs);
  await deps.countAnswer({ workspaceId: item.workspaceId, as: 'answered', ran: { triggerId, channel, ms: ranMs } });
  await end(deps, item, receipt.id);
  return 'done';
}

/** Updates the statistics after the answers and before the receipt is deleted, because the receipt leads to both. */
async function share(
  deps: PairDeps,
  triggerId: string,
  { receipt, news, among, stays, complete }: Extract<Pairing, { as: 'shared' }>,
): Promise<'done' | 'changed'> {
  const { receipts } = deps;
  for (const { item } of news) {
    if ((await receipts.shared(item)) === 'changed') return 'changed';
    tell(deps, item, undefined);
  }
  const items = among.map(({ item }) => item);
  const ids = items.map(({ id }) => id);
  const newest = items.at(-1);
  if (newest) await receipts.learn(newest, new Date(receipt.at), undefined, ids);
  if (newest && news.length > 0) await deps.countAnswer({ workspaceId: newest.workspaceId, as: 'answered' });
  if (complete) await receipts.complete(items, complete);
  else if (!stays && items.length <= mostCounted) await receipts.count(triggerId, receipt.id, items);
  else if (!stays) await receipts.forget(triggerId, receipt.id);
  return 'done';
}

/** Closes the open run last, because it leads to the rest. */
async function end({ receipts, now }: PairDeps, item: OpenRunItem, receiptId: string | undefined): Promise<void> {
  if (receiptId !== undefined) await receipts.forget(item.triggerId, receiptId);
  const isLate = now().getTime() - Date.parse(item.at) >= unseenAfterMs;
  await receipts.close(item, receiptId !== undefined && isLate);
}

/** A group command may have read the history for the last time by then: it reads every 400 ms, and clocks differ. */
const unseenAfterMs = answerWithinMs - 1_000;

/** The run was answered, or its event never reached Alexa. */
const isOver = (kept: Run | undefined): boolean => kept?.ranMs !== undefined || isRefused(kept);

const isRefused = (kept: Run | undefined): boolean => kept !== undefined && kept.openMs === undefined;

function asOpenRun(item: OpenRunItem, kept: Run | undefined, now: Date): OpenRun {
  const { id, openedAt, until } = item;
  const missing = openedAt + lostAfterMs > now.getTime() ? 'underWay' : 'lost';
  return { id, openedAt, until, state: kept ? 'reached' : missing, shared: kept?.answer === 'shared' };
}

function tell({ log, metrics }: PairDeps, item: OpenRunItem, ranMs: number | undefined): void {
  const { id: executionId, workspaceId, triggerId } = item;
  const answer = ranMs === undefined ? 'shared' : 'ran';
  log('trigger.answered', { executionId, workspaceId, triggerId, answer, ms: ranMs });
  metrics({ Answers: 1, ...(ranMs !== undefined && { AnswerMs: ranMs }) }, { answer });
}
