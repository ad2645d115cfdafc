import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import { outboxPut } from '#functions/data/outbox/outbox-store.ts';
import { sharedDelete, type InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import { applyLineFact, type LineFactDeps } from '../lines/apply-line-fact.ts';
import { myInstance, type InstanceRequest, type MyInstanceDeps } from './my-instance.ts';

export type UnlinkInstanceDeps = LineFactDeps & { instances: Pick<InstanceStore, 'findById' | 'save'> };

type Unlinking = InstanceRequest & {
  /** Set when the pairing dialog was closed: a number that has connected by now is kept. */
  onlyPairing?: boolean;
};

/**
 * Ends the number. The holder of a line ends it together with the groups of all workspaces that share it. Throws
 * `instance.notFound` and `server.busy`.
 */
export async function unlinkInstance(deps: MyInstanceDeps & UnlinkInstanceDeps, request: Unlinking): Promise<void> {
  const { instance } = await myInstance(deps, request);
  if (request.onlyPairing) return abandon(deps, instance);
  let seen: InstanceItem | undefined = instance;
  await retryOnConflict({}, async () => {
    if (!seen || (await endNumber(deps, seen))) return 'ended';
    seen = await deps.instances.findById(instance.id);
    return 'conflict';
  });
}

async function abandon(deps: UnlinkInstanceDeps, { id: instanceId, generation }: InstanceItem): Promise<void> {
  const fact = { kind: 'user', action: 'abandon' } as const;
  await applyLineFact(deps, { instanceId, generation, fact, at: deps.now() });
}

/** Returns false after a conflict. */
export async function endNumber(deps: UnlinkInstanceDeps, instance: InstanceItem): Promise<boolean> {
  if (instance.reference) return stopSharing(deps, instance);
  const { id: instanceId, generation } = instance;
  const fact = { kind: 'user', action: 'disconnect' } as const;
  const { outcome } = await applyLineFact(deps, { instanceId, generation, fact, at: deps.now() });
  return outcome !== 'late' && outcome !== 'notFound';
}

/** The worker deletes the groups. */
async function stopSharing(deps: UnlinkInstanceDeps, before: InstanceItem): Promise<boolean> {
  const { reference, rev: _, ...after } = before;
  if (!reference) return true;
  const { workspaceId, generation } = before;
  const entry = outboxPut(
    deps.table,
    { topic: 'groups', workspaceId, generation },
    { id: deps.newId(), now: deps.now() },
  );
  const also = [sharedDelete(deps.table, reference, workspaceId), entry];
  return (await deps.instances.save({ before, after, also })) === 'saved';
}
