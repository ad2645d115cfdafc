import { checkedDevice } from '#functions/alexa/devices/alexa-states.ts';
import type { DeviceStory } from '#functions/data/alexa/device-facts.ts';
import { knownAccess, type AccessItem } from '#functions/data/items/grant-item.ts';
import type { TriggerItem } from '#functions/data/triggers/trigger-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { Found } from '#shared/rules/execution/check-steps.ts';
import { noLimits } from '#shared/rules/execution/rate-limit.ts';
import { lastAnswer } from '#shared/rules/execution/receipts.ts';
import { lookForAnyCaller } from '#shared/rules/execution/why-not-run.ts';

import { conditionedBy } from './execution/read-facts.ts';

type Home = { workspace: WorkspaceItem; access: AccessItem | undefined; story: DeviceStory | undefined };

/** What a check finds from stored facts alone; the limit per minute, a setting of the stage, is left out. */
export function lookAtTrigger({ workspace, access, story }: Home, trigger: TriggerItem, now: Date): Found {
  const looked = lookForAnyCaller({
    workspace,
    access: knownAccess(access),
    trigger,
    conditioned: conditionedBy([trigger], workspace, {}),
    startedAt: now,
    now,
    limits: noLimits,
  });
  return { looked, ...(story && { device: checkedDevice(story, trigger) }), ...lastAnswer(trigger, now) };
}
