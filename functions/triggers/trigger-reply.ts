import type { StoredTrigger } from '#functions/data/triggers/trigger-store.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
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
  createdAt: trigger.createdAt,
  updatedAt: trigger.updatedAt,
  ...(trigger.conditions && { conditions: trigger.conditions }),
  ...coolReply(trigger),
  ...receiptReply(trigger, now),
});

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
