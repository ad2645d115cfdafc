import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { Refusal } from '#shared/refusals.ts';
import { isPairing } from '#shared/rules/chip-status.ts';

import { readEffectiveNumber, type EffectiveNumber, type EffectiveNumberDeps } from '../lines/effective-number.ts';

export type MyInstanceDeps = EffectiveNumberDeps & { instances: Pick<InstanceStore, 'workspaceOf'> };

export type InstanceRequest = {
  userId: string;
  instanceId: number;
  /** Set if the request names a workspace. */
  workspaceId: number | undefined;
};

export type MyNumber = EffectiveNumber & { instance: InstanceItem };

/** Throws `instance.notFound`, also for an instance of another user or workspace. */
export async function myInstance(deps: MyInstanceDeps, request: InstanceRequest): Promise<MyNumber> {
  const { userId, instanceId, workspaceId } = request;
  const pointer = await deps.instances.workspaceOf(instanceId);
  const isMine = pointer?.userId === userId && (workspaceId === undefined || pointer.workspaceId === workspaceId);
  const number = isMine ? await readEffectiveNumber(deps, pointer.workspaceId) : undefined;
  const instance = number?.instance;
  if (!number || instance?.id !== instanceId) throw new Refusal('instance.notFound');
  return { ...number, instance };
}

/** Throws `instance.notFound`; `instance.notPairing`, also for a shared number. */
export async function myPairingInstance(deps: MyInstanceDeps, request: InstanceRequest): Promise<InstanceItem> {
  const { root, instance } = await myInstance(deps, request);
  const isOwn = root?.instance.id === instance.id;
  if (!isOwn || !isPairing(instance.chipStatus)) throw new Refusal('instance.notPairing');
  return instance;
}
