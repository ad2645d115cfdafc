import type { StoredTrigger } from '#functions/data/triggers/trigger-store.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { isFailed } from '#shared/rules/execution/outcomes.ts';
import { lastAnswer, learntFrom, typicalMs } from '#shared/rules/execution/receipts.ts';

export const triggerReply = (trigger: StoredTrigger, now: Date): Trigger => ({
  id: trigger.id,
  name: trigger.name,
  deviceId: trigger.deviceId,
  workspaceId: trigger.workspaceId,
  userId: trigger.userId,
  enabled: trigger.enabled,
  ...(trigger.description !== undefined && { description: trigger.description }),
  lastExecuted: trigger.lastExecuted ?? null,
  ...failedReply(trigger),
  createdAt: trigger.createdAt,
  updatedAt: trigger.updatedAt,
  ...(trigger.conditions && { conditions: trigger.conditions }),
  ...coolReply(trigger),
  ...receiptReply(trigger, now),
});

const failedReply = ({ run, lastExecuted = '' }: StoredTrigger): Pick<Trigger, 'lastFailed'> =>
  run && isFailed(run.outcome) && run.at > lastExecuted ? { lastFailed: { at: run.at, outcome: run.outcome } } : {};

const coolReply = ({ conditions, coolSince }: StoredTrigger): Pick<Trigger, 'coolSince'> =>
  conditions?.coolDownSeconds === undefined || coolSince === undefined
    ? {}
    : { coolSince: new Date(coolSince).toISOString() };

function receiptReply(trigger: StoredTrigger, now: Date): Pick<Trigger, 'receipt'> {
  if (!trigger.receipt) return {};
  const { since, heard, silent, lastRanAt, times } = trigger.receipt;
  const typical = times.length < learntFrom ? undefined : typicalMs(times);
  return {
    receipt: {
      since,
      heard,
      silent,
      ...(lastRanAt !== undefined && { lastRanAt }),
      ...(typical !== undefined && { typicalMs: typical }),
      ...lastAnswer(trigger, now),
    },
  };
}
