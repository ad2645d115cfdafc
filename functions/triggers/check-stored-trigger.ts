import { checkedDevice } from '#functions/alexa/devices/alexa-states.ts';
import type { DeviceStory } from '#functions/data/alexa/device-facts.ts';
import { knownAccess, type AccessItem } from '#functions/data/items/grant-item.ts';
import type { TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { CheckFacts } from '#shared/rules/execution/check-steps.ts';
import type { Permits, RateLimits } from '#shared/rules/execution/rate-limit.ts';
import { lastAnswer } from '#shared/rules/execution/receipts.ts';
import type { CalledRun, StepResults } from '#shared/rules/execution/why-not-run.ts';

import { conditionedBy } from './execution/read-facts.ts';

type Home = {
  workspace: WorkspaceItem;
  access: AccessItem | undefined;
  story: DeviceStory | undefined;
  limits: RateLimits;
  permitsOf: (triggerId: string) => Permits | undefined;
};

/** Checks a trigger by stored facts alone. `look` decides which callers are checked. */
export function checkStoredTrigger(
  { workspace, access, story, limits, permitsOf }: Home,
  trigger: TriggerItem,
  now: Date,
  look: (facts: CalledRun) => StepResults,
): CheckFacts {
  const looked = look({
    workspace,
    access: knownAccess(access),
    trigger: { ...trigger, eventAt: trigger.rangAt },
    conditioned: conditionedBy([trigger], workspace, {}),
    startedAt: now,
    now,
    limits,
    permits: permitsOf(trigger.id),
  });
  return { looked, ...(story && { device: checkedDevice(story, trigger) }), ...lastAnswer(trigger, now) };
}
