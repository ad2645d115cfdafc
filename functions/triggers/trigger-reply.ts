import type { StoredTrigger } from '#functions/data/triggers/trigger-store.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';

export const triggerReply = (trigger: StoredTrigger): Trigger => ({
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
});
