import { alexaStates } from '#functions/alexa/devices/alexa-states.ts';
import type { ReadDeviceStory } from '#functions/data/alexa/device-facts.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';

import { findCurrentLink, type CurrentLinkDeps } from './current-link.ts';
import { triggerReply } from './trigger-reply.ts';

// Sorts "2" before "10".
const byName = new Intl.Collator('pt', { numeric: true });

export async function listTriggers(
  deps: CurrentLinkDeps & { triggers: Pick<TriggerStore, 'list'>; deviceStory: ReadDeviceStory; now: () => Date },
  workspaceId: number,
): Promise<Trigger[]> {
  const link = await findCurrentLink(deps, workspaceId);
  if (!link) return [];
  const [triggers, story] = await Promise.all([
    deps.triggers.list(workspaceId, link.number),
    deps.deviceStory(link.amazonUserId),
  ]);
  const replies = triggers.map((trigger) => withStates(triggerReply(trigger, deps.now()), alexaStates(story, trigger)));
  return replies.sort((one, other) => byName.compare(one.name, other.name));
}

function withStates(reply: Trigger, { own, confirming }: ReturnType<typeof alexaStates>): Trigger {
  return {
    ...reply,
    alexa: own,
    ...(reply.receipt && confirming && { receipt: { ...reply.receipt, alexa: confirming } }),
  };
}
