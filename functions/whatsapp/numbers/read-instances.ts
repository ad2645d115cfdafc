import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { AvailableInstance, Instance } from '#shared/contracts/whatsapp.ts';
import type { Language } from '#shared/rules/language.ts';

import { byNameIn } from '../lines/by-name.ts';
import { readStanding, standingOf, type StandingDeps } from '../lines/effective-number.ts';
import { instanceReply } from './instance-reply.ts';

/** The number of a workspace, and the name of the workspace that it is shared from. */
export async function currentInstance(
  deps: StandingDeps,
  workspaceId: number,
): Promise<{ instance: Instance | null; referencedWorkspaceName: string | null }> {
  const standing = await readStanding(deps, workspaceId);
  if (!standing?.instance) return { instance: null, referencedWorkspaceName: null };
  const instance = instanceReply({ ...standing, instance: standing.instance });
  const isShared = instance.referencedInstanceId !== null;
  return { instance, referencedWorkspaceName: isShared ? (standing.root?.workspace.name ?? null) : null };
}

/** The same as a list. */
export async function listInstances(deps: StandingDeps, workspaceId: number): Promise<Instance[]> {
  const { instance } = await currentInstance(deps, workspaceId);
  return instance ? [instance] : [];
}

type AvailableDeps = {
  workspaces: { list(userId: string): Promise<WorkspaceItem[]> };
  instances: Pick<InstanceStore, 'places'>;
};

/** Own connected numbers of this person's other active workspaces. */
export async function availableInstances(
  { workspaces, instances }: AvailableDeps,
  { userId, workspaceId, language }: { userId: string; workspaceId: number; language: Language },
): Promise<AvailableInstance[]> {
  const others = (await workspaces.list(userId)).filter(({ id, status }) => id !== workspaceId && status === 'ATIVO');
  const places = await instances.places(others.map(({ id }) => id));
  const found = places.flatMap((place) => {
    const { root, chipStatus } = standingOf(place);
    if (!root || chipStatus !== 'CONNECTED') return [];
    const { id, contactName = null } = root.instance;
    return [{ id, contactName, workspaceName: root.workspace.name, workspaceId: root.workspace.id }];
  });
  const byName = byNameIn(language);
  return found.sort((one, other) => byName(one.workspaceName, other.workspaceName));
}
