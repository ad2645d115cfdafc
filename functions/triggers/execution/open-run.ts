import type { TriggerItem } from '#functions/data/items/trigger-item.ts';
import { busy, recordReserveMs } from '#functions/platform/time/deadline.ts';
import { candidateMsOf, openMsOf } from '#shared/rules/execution/receipts.ts';

import { stage, type ExecuteDeps, type Progress } from './run.ts';

/** Stores the open run before the event is sent, so that no receipt arrives before it. */
export async function openRun(
  deps: Pick<ExecuteDeps, 'receipts' | 'now'>,
  run: Progress,
  { id: triggerId, workspaceId, receipt }: TriggerItem,
): Promise<void> {
  if (!receipt) return;
  const openMs = openMsOf(receipt.times);
  const openedAt = deps.now().getTime();
  const { command, startedAt } = run.request;
  const at = startedAt.toISOString();
  const until = openedAt + candidateMsOf(openMs);
  const item = { triggerId, workspaceId, id: run.id, at, openedAt, until, ...(command && { command }) };
  const opening = deps.receipts.open(item, openMs);
  await stage(deps, run, 'open', () => opening, busy, run.deadline.reserve(recordReserveMs));
  run.openMs = openMs;
}
