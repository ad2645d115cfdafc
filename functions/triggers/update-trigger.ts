import { isDeepStrictEqual } from 'node:util';

import type { TriggerChange, TriggerStore, StoredTrigger } from '#functions/data/triggers/trigger-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';

import { checkedDescription, checkedName } from './checked-texts.ts';
import { nameTaken, roomFor } from './create-trigger.ts';
import { requireTrigger, type CurrentLinkDeps } from './current-link.ts';
import { requireZone } from './require-zone.ts';
import { triggerReply } from './trigger-reply.ts';

type TriggerUpdate = {
  name?: string | undefined;
  description?: string | undefined;
  enabled?: boolean | undefined;
  receipt?: boolean | undefined;
  conditions?: Conditions | undefined;
  updatedAt?: string | undefined;
};

/**
 * Throws the reason if a text is invalid, `trigger.notFound`, `trigger.confirmingNameTaken` and
 * `plannedRun.zoneMissing`. Throws `trigger.nameTaken`, for the field `receipt` if the name of the second device is
 * taken. Throws `workspace.inactive` or `trigger.limitReached` if the second device does not fit. Throws
 * `trigger.changedElsewhere` if a newer version is stored.
 */
export async function updateTrigger(
  deps: CurrentLinkDeps & { triggers: Pick<TriggerStore, 'find' | 'change'>; now: () => Date },
  place: { workspaceId: number; triggerId: string },
  input: TriggerUpdate,
): Promise<Trigger> {
  const change: TriggerChange = {
    ...(input.name !== undefined && { name: checkedName(input.name) }),
    ...(input.description !== undefined && { description: checkedDescription(input.description) }),
    ...(input.enabled !== undefined && { enabled: input.enabled }),
    ...(input.receipt !== undefined && { receipt: input.receipt }),
    ...(input.conditions && { conditions: input.conditions }),
  };
  return retryOnConflict({ tries: 3, exhausted: changedElsewhere }, async () => {
    const { trigger, link, workspace } = await requireTrigger(deps, place);
    if (isNewer(trigger.updatedAt, input.updatedAt)) changedElsewhere();
    if (changesNothing(trigger, change)) return triggerReply(trigger, deps.now());
    requireZone(change.conditions, workspace);
    if (change.receipt && !trigger.receipt) roomFor(workspace);
    const changed = await deps.triggers.change(trigger, change, link);
    if (changed === 'nameTaken' || changed === 'confirmingNameTaken') throw nameTaken(changed);
    if (changed === 'receiptNameTaken')
      throw new Refusal('trigger.nameTaken', { fields: { receipt: 'trigger.nameTaken' } });
    return changed === 'changed' ? 'conflict' : triggerReply(changed, deps.now());
  });
}

const changedElsewhere = (): never => {
  throw new Refusal('trigger.changedElsewhere');
};

const isNewer = (stored: string, seen: string | undefined): boolean =>
  seen !== undefined && Date.parse(stored) > Date.parse(seen);

const changesNothing = (trigger: StoredTrigger, change: TriggerChange): boolean =>
  (!('name' in change) || change.name === trigger.name) &&
  (!('description' in change) || change.description === trigger.description) &&
  (!('enabled' in change) || change.enabled === trigger.enabled) &&
  (!('conditions' in change) || isDeepStrictEqual(change.conditions, trigger.conditions ?? {})) &&
  (!('receipt' in change) || change.receipt === (trigger.receipt !== undefined));
