import { sameLink } from '#functions/data/alexa/same-link.ts';
import type { InstanceItem, LineLife } from '#functions/data/items/instance-item.ts';
import { sharedPut, type InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { sameInstance } from '#functions/data/whatsapp/same-instance.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { Instance } from '#shared/contracts/whatsapp.ts';
import { Refusal } from '#shared/refusals.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';

import type { Root } from '../lines/effective-number.ts';
import { refreshLine, unavailable, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { instanceNow } from './instance-reply.ts';
import { myInstance, type MyInstanceDeps } from './my-instance.ts';
import { ownRecord, type OwnRecordDeps } from './own-record.ts';
import { requireWhatsApp, type RequireWhatsAppDeps } from './require-whatsapp.ts';
import { endNumber, type UnlinkInstanceDeps } from './unlink-instance.ts';

export type ShareDeps = RequireWhatsAppDeps &
  MyInstanceDeps &
  RefreshDeps &
  OwnRecordDeps &
  UnlinkInstanceDeps & { instances: Pick<InstanceStore, 'save' | 'findById'> };

type ShareInput = { userId: string; workspaceId: number; referenceInstanceId: number };

/**
 * Throws what `requireWhatsApp` throws, and `instance.alreadyConnected`, `instance.notFound`, `instance.notShareable`,
 * `whatsapp.unavailable`.
 */
export async function shareInstance(deps: ShareDeps, input: ShareInput): Promise<Instance> {
  const { userId, workspaceId, referenceInstanceId: instanceId } = input;
  return retryOnConflict({ tries: 3 }, async () => {
    const { root: target } = await myInstance(deps, { userId, instanceId, workspaceId: undefined });
    const number = await requireWhatsApp(deps, workspaceId);
    const isOther = number.root?.instance.id !== instanceId;
    if (isOther && holdsGroups(number.chipStatus)) throw new Refusal('instance.alreadyConnected');
    const root = await shareable(deps, target, input);
    const sharer = number.instance ?? (await ownRecord(deps, { ...input, link: number.link }));
    const isShared = !isOther;
    const isDone = isShared || (sharer && (await share(deps, sharer, root, number.link)));
    return isDone ? instanceNow(deps, workspaceId) : 'conflict';
  });
}

async function shareable(deps: ShareDeps, root: Root | undefined, input: ShareInput): Promise<InstanceItem> {
  const isAnothers = root?.instance.id === input.referenceInstanceId && root.workspace.id !== input.workspaceId;
  if (!isAnothers || root.workspace.status !== 'ATIVO') throw new Refusal('instance.notShareable');
  const { snapshot, chipStatus } = await refreshLine(deps, root.instance);
  if (snapshot.state === 'unknown') throw unavailable();
  if (snapshot.state !== 'connected' || chipStatus !== 'CONNECTED') throw new Refusal('instance.notShareable');
  return root.instance;
}

/** Returns false after a conflict, or after it ended the number that the record held before. */
async function share(deps: ShareDeps, sharer: InstanceItem, root: InstanceItem, link: number): Promise<boolean> {
  const isAtRest = sharer.chipStatus === 'DISCONNECTED' && !sharer.reference;
  if (!isAtRest) {
    await endNumber(deps, sharer);
    return false;
  }
  const line: LineLife = { instanceId: root.id, workspaceId: root.workspaceId, generation: root.generation };
  const { type, id, workspaceId, userId, createdAt } = sharer;
  const generation = sharer.generation + 1;
  const rest = { link, generation, chipStatus: 'DISCONNECTED', reference: line } as const;
  const after = { type, id, workspaceId, userId, createdAt, ...rest };
  const also = [
    sharedPut(deps.table, line, after),
    sameLink(deps.table, workspaceId, link),
    sameLink(deps.table, root.workspaceId, root.link),
    sameInstance(deps.table, { ...root, chipStatus: 'CONNECTED' }),
  ];
  if ((await deps.instances.save({ before: sharer, after, also })) !== 'saved') return false;
  // The sync marks the trial as used for this number.
  await deps.requestSync(workspaceId);
  return true;
}
