import type { InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { Refusal } from '#shared/refusals.ts';

import { readStanding, type Standing, type StandingDeps } from '../lines/effective-number.ts';

export type MineDeps = StandingDeps & { instances: Pick<InstanceStore, 'workspaceOf'> };

/** An instance that a person names. `workspaceId` is the workspace that the request names too, if it does. */
export type InstanceRequest = { userId: string; instanceId: number; workspaceId: number | undefined };

export type MyStanding = Standing & { instance: InstanceItem };

/** An instance of this person; throws `instance.notFound`, for somebody else's and for another workspace's too. */
export async function myInstance(deps: MineDeps, request: InstanceRequest): Promise<MyStanding> {
  const { userId, instanceId, workspaceId } = request;
  const place = await deps.instances.workspaceOf(instanceId);
  const isMine = place?.userId === userId && (workspaceId === undefined || place.workspaceId === workspaceId);
  const standing = isMine ? await readStanding(deps, place.workspaceId) : undefined;
  const instance = standing?.instance;
  if (!standing || instance?.id !== instanceId) throw new Refusal('instance.notFound');
  return { ...standing, instance };
}
