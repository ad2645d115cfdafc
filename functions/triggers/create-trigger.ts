import type { triggerKinds } from '#functions/data/triggers/trigger-item.ts';
import type { LinkAtHand, NewTrigger, TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { triggersPerAmazonAccount } from '#shared/product.ts';
import { Refusal } from '#shared/refusals.ts';

import { checkedDescription, checkedName } from './checked-texts.ts';
import type { CurrentLinkDeps } from './current-link.ts';
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
};

/**
 * Throws what is wrong with the texts, `workspace.inactive`, `amazon.notLinked`, `trigger.limitReached` and
 * `trigger.nameTaken`.
 */
export async function createTrigger(deps: CreateDeps, input: TriggerInput): Promise<Trigger> {
  const { userId, workspaceId, enabled = true } = input;
  const name = checkedName(input.name);
  const description = checkedDescription(input.description ?? '');
  const texts = { name, description };
  const given: NewTrigger = { id: deps.newId(), workspaceId, userId, ...texts, enabled, starter: deps.triggerKind };

  return retryOnConflict({ tries: 3, exhausted: changesTooOften }, async () => {
    const link = roomFor(await deps.workspaces.find(workspaceId));
    const made = await deps.triggers.create(given, link);
    if (made === 'nameTaken') throw nameTaken();
    return made === 'refused' ? 'conflict' : triggerReply(made, deps.now());
  });
}

export const changesTooOften = (): never => {
  throw new Refusal('server.busy', { retryAfterSeconds: 1 });
};

export const nameTaken = (): Refusal => new Refusal('trigger.nameTaken', { fields: { name: 'trigger.nameTaken' } });

function roomFor(workspace: WorkspaceItem | undefined): LinkAtHand {
  if (!workspace) throw new Refusal('workspace.notFound');
  if (workspace.status !== 'ATIVO') throw new Refusal('workspace.inactive');
  if (!workspace.link) throw new Refusal('amazon.notLinked');
  if (workspace.triggerCount >= triggersPerAmazonAccount) throw new Refusal('trigger.limitReached');
  return workspace.link;
}
