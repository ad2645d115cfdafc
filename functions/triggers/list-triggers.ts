import { deviceState } from '#functions/alexa/devices/device-state.ts';
import type { DeviceStory, ReadDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { receiptIdOf } from '#functions/data/triggers/trigger-item.ts';
import type { StoredTrigger, TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { receiptName } from '#shared/rules/names.ts';

import { linkAtHand, type CurrentLinkDeps } from './current-link.ts';
import { triggerReply } from './trigger-reply.ts';

// Orders "2" before "10".
const byName = new Intl.Collator('pt', { numeric: true });

export async function listTriggers(
  deps: CurrentLinkDeps & { triggers: Pick<TriggerStore, 'list'>; deviceStory: ReadDeviceStory; now: () => Date },
  workspaceId: number,
): Promise<Trigger[]> {
  const link = await linkAtHand(deps, workspaceId);
  if (!link) return [];
  const [triggers, story] = await Promise.all([
    deps.triggers.list(workspaceId, link.number),
    deps.deviceStory(link.amazonUserId),
  ]);
  const replies = triggers.map((trigger) => withStates(story, trigger, triggerReply(trigger, deps.now())));
  return replies.sort((one, other) => byName.compare(one.name, other.name));
}

function withStates(story: DeviceStory, trigger: StoredTrigger, reply: Trigger): Trigger {
  const { id, name, updatedAt } = trigger;
  const confirming = { deviceId: receiptIdOf(id), name: receiptName(name), starter: 'receipt', updatedAt } as const;
  return {
    ...reply,
    alexa: deviceState(story, trigger),
    ...(reply.receipt && { receipt: { ...reply.receipt, alexa: deviceState(story, confirming) } }),
  };
}
