import { deviceState } from '#functions/alexa/devices/device-state.ts';
import type { ReadDeviceStory } from '#functions/data/alexa/device-facts.ts';
import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import { isKnownOff } from '#functions/data/items/grant-item.ts';
import type { OutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { devicesOf, type TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';
import { refusalFor } from '#shared/rules/execution/failure-text.ts';
import { revokedOutcome } from '#shared/rules/execution/revoked-outcome.ts';
import type { StageEnabling } from '#shared/rules/skill-state.ts';

import { requireTrigger, type CurrentLinkDeps } from './current-link.ts';
import { triggerReply } from './trigger-reply.ts';

export type ResyncDeps = CurrentLinkDeps & {
  triggers: Pick<TriggerStore, 'find'>;
  deviceStory: ReadDeviceStory;
  outbox: Pick<OutboxStore, 'add'>;
  grants: Pick<GrantStore, 'findAccess'>;
  /** Whether this stage enables the skill for users. */
  enablesSkill: () => Promise<StageEnabling>;
  newId: () => string;
  now: () => Date;
};

/**
 * Reports the devices of a trigger again, even if earlier reports were given up. Throws `trigger.notFound`,
 * `alexa.deviceLeftOut`, and the reason if the skill has to be enabled.
 */
export async function resyncTrigger(
  deps: ResyncDeps,
  place: { workspaceId: number; triggerId: string },
): Promise<Trigger> {
  const { trigger, link, workspace } = await requireTrigger(deps, place);
  const story = await deps.deviceStory(link.amazonUserId);
  const before = deviceState(story, trigger);
  if (story.grant?.state === 'revoked') throw new Refusal(await revokedRefusal(deps, workspace));
  // A skill that Alexa did not know may be known by now, so it is reported again.
  const isUnreachable = !story.grant || before.reason === 'alexa.deviceLeftOut';
  if (isUnreachable && before.reason) throw new Refusal(before.reason);

  const made = { id: deps.newId(), now: deps.now() };
  const { workspaceId } = trigger;
  const { amazonUserId, number } = link;
  const again = devicesOf(trigger);
  await deps.outbox.add({ topic: 'devices', amazonUserId, workspaceId, link: number, removed: [], again }, made, []);
  return { ...triggerReply(trigger, made.now), alexa: { state: 'waiting', since: made.now.toISOString() } };
}

async function revokedRefusal(
  { grants, enablesSkill, now }: ResyncDeps,
  { id, link }: WorkspaceItem,
): Promise<RefusalCode> {
  const [access, stage] = await Promise.all([grants.findAccess({ workspaceId: id }), enablesSkill()]);
  return refusalFor(revokedOutcome({ ...stage, access, now: now() }), isKnownOff(link, access));
}
