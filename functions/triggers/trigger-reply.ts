import type { StoredTrigger } from '#functions/data/triggers/trigger-store.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { answerOf, typicalMs } from '#shared/rules/execution/receipts.ts';

export const triggerReply = (trigger: StoredTrigger, now: Date): Trigger => ({
  id: trigger.id,
  name: trigger.name,
  deviceId: trigger.deviceId,
  workspaceId: trigger.workspaceId,
  userId: trigger.userId,
  enabled: trigger.enabled,
  ...(trigger.description !== undefined && { description: trigger.description }),
  lastExecuted: trigger.lastExecuted ?? null,
  createdAt: trigger.createdAt,
  updatedAt: trigger.updatedAt,
  ...receiptReply(trigger, now),
});

function receiptReply({ receipt, run }: StoredTrigger, now: Date): Pick<Trigger, 'receipt'> {
  if (!receipt) return {};
  const { since, silent, lastRanAt, last } = receipt;
  const typical = typicalMs(receipt.times);
  const ranMs = last?.id === run?.id ? last?.ms : undefined;
  const shared = last?.id === run?.id && ranMs === undefined ? 'shared' : undefined;
  const answer = run && answerOf({ at: run.at, openMs: run.openMs, ranMs, answer: last && shared }, now);
  return {
    receipt: {
      since,
      silent,
      ...(lastRanAt !== undefined && { lastRanAt }),
      ...(typical !== undefined && { typicalMs: typical }),
      ...(answer && { answer }),
      ...(ranMs !== undefined && { ranMs }),
    },
  };
}
