import { createAnswerCountStore } from '#functions/data/answer-count-store.ts';
import { nightlyId } from '#functions/data/items/planned-run-item.ts';
import { createPlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { countAnswer } from '#functions/status/count-answer.ts';
import type { CloseRunsDeps } from '#functions/triggers/receipts/close-runs.ts';

import type { World } from '../world.ts';

export function receiptPairing({ table, metrics, log, now, report }: World): CloseRunsDeps {
  const answers = createAnswerCountStore(table, now, report);
  const workspaces = createWorkspaceStore(table, report);
  const plannedRuns = createPlannedRunStore(table, now, report);
  const nightlyTrigger = async (workspaceId: number): Promise<string | undefined> => {
    const link = (await workspaces.find(workspaceId))?.link?.number;
    const item = link === undefined ? undefined : await plannedRuns.find(workspaceId, nightlyId(link));
    return item === undefined || item === 'canceled' ? undefined : item.triggerId;
  };
  return {
    receipts: createReceiptStore(table, now, report),
    countAnswer: (answer) => countAnswer({ answers, nightlyTrigger, log }, answer),
    metrics,
    log,
    now,
  };
}
