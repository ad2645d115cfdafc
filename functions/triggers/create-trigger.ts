import type { triggerKinds } from '#functions/data/items/trigger-item.ts';
import type { CurrentLink, NewTrigger, TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { triggersPerAmazonAccount } from '#shared/product.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';

import { checkedDescription, checkedName } from './checked-texts.ts';
import type { CurrentLinkDeps } from './current-link.ts';
import { requireZone } from './require-zone.ts';
import { triggerReply } from './trigger-reply.ts';

export type CreateDeps = CurrentLinkDeps & {
  triggers: Pick<TriggerStore, 'create'>;
  triggerKind: (typeof triggerKinds)[number];
  newId: () => string;
  now: () => Date;
};

type TriggerInput = {
  userId: string;
  workspaceId: number;
  name: string;
  description?: string | undefined;
  enabled?: boolean | undefined;
  conditions?: Conditions | undefined;
};

/**
 * Throws the reason if a text is invalid, `workspace.inactive`, `amazon.notLinked`, `trigger.limitReached`,
 * `plannedRun.zoneMissing` and `trigger.nameTaken`. Throws `trigger.confirmingNameTaken` if a device that confirms runs
 * has the name.
 */
export async function createTrigger(deps: CreateDeps, input: TriggerInput): Promise<Trigger> {
  const { userId, workspaceId, enabled = true, conditions } = input;
  const name = checkedName(input.name);
  const description = checkedDescription(input.description ?? '');
  const texts = { name, description };
  const rules = conditions && Object.keys(conditions).length > 0 ? { conditions } : {};
  const kind = { starter: deps.triggerKind };
  const given: NewTrigger = { id: deps.newId(), workspaceId, userId, ...texts, enabled, ...rules, ...kind };

  return retryOnConflict({ tries: 3 }, async () => {
    const workspace = await deps.workspaces.find(workspaceId);
    const link = roomFor(workspace);
    requireZone(conditions, workspace ?? {});
    const made = await deps.triggers.create(given, link);
    if (made === 'nameTaken' || made === 'confirmingNameTaken') throw nameTaken(made);
    return made === 'refused' ? 'conflict' : triggerReply(made, deps.now());
  });
}

export const nameTaken = (taken: 'nameTaken' | 'confirmingNameTaken'): Refusal =>
  new Refusal(`trigger.${taken}`, { fields: { name: `trigger.${taken}` } });

/** Throws the reason if no more devices fit. */
export function roomFor(workspace: WorkspaceItem | undefined, devices = 1): CurrentLink {
  if (!workspace) throw new Refusal('workspace.notFound');
  if (workspace.status !== 'ATIVO') throw new Refusal('workspace.inactive');
  if (!workspace.link) throw new Refusal('amazon.notLinked');
  if (workspace.triggerCount + devices > triggersPerAmazonAccount) throw new Refusal('trigger.limitReached');
  return workspace.link;
}
