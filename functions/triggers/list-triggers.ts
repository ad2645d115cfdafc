import type { TriggerStore } from '#functions/data/trigger-store.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';

import { linkAtHand, type LinkDeps } from './link-at-hand.ts';
import { triggerReply } from './trigger-reply.ts';

// Letters of all three languages in their usual order, and "2" before "10".
const byName = new Intl.Collator('pt', { numeric: true });

/** All triggers of the workspace, by name. */
export async function listTriggers(
  deps: LinkDeps & { triggers: Pick<TriggerStore, 'list'> },
  workspaceId: number,
): Promise<Trigger[]> {
  const link = await linkAtHand(deps, workspaceId);
  const triggers = link ? await deps.triggers.list(workspaceId, link.number) : [];
  return triggers.map(triggerReply).sort((one, other) => byName.compare(one.name, other.name));
}
