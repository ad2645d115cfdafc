import type { InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { Refusal } from '#shared/refusals.ts';

import { readEffectiveNumber, type EffectiveNumber, type EffectiveNumberDeps } from '../lines/effective-number.ts';

export type MyInstanceDeps = EffectiveNumberDeps & { instances: Pick<InstanceStore, 'workspaceOf'> };

/** An instance that a person names. `workspaceId` is the workspace that the request names too, if it does. */
export type InstanceRequest = { userId: string; instanceId: number; workspaceId: number | undefined };

export type MyNumber = EffectiveNumber & { instance: InstanceItem };

/** An instance of this person; throws `instance.notFound`, for somebody else's and for another workspace's too. */
export async function myInstance(deps: MyInstanceDeps, request: InstanceRequest): Promise<MyNumber> {
  const { userId, instanceId, workspaceId } = request;
  const pointer = await deps.instances.workspaceOf(instanceId);
  const isMine = pointer?.userId === userId && (workspaceId === undefined || pointer.workspaceId === workspaceId);
  const number = isMine ? await readEffectiveNumber(deps, pointer.workspaceId) : undefined;
  const instance = number?.instance;
  if (!number || instance?.id !== instanceId) throw new Refusal('instance.notFound');
  return { ...number, instance };
}
