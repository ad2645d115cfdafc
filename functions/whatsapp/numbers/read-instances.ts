import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { AvailableInstance, Instance } from '#shared/contracts/whatsapp.ts';
import type { Language } from '#shared/rules/language.ts';

import { byNameIn } from '../lines/by-name.ts';
import { readEffectiveNumber, effectiveNumberOf, type EffectiveNumberDeps } from '../lines/effective-number.ts';
import { instanceReply } from './instance-reply.ts';

export async function currentInstance(
  deps: EffectiveNumberDeps,
  workspaceId: number,
): Promise<{ instance: Instance | null; referencedWorkspaceName: string | null }> {
  const number = await readEffectiveNumber(deps, workspaceId);
  if (!number?.instance) return { instance: null, referencedWorkspaceName: null };
  const instance = instanceReply({ ...number, instance: number.instance });
  const isShared = instance.referencedInstanceId !== null;
  return { instance, referencedWorkspaceName: isShared ? (number.root?.workspace.name ?? null) : null };
}

export async function listInstances(deps: EffectiveNumberDeps, workspaceId: number): Promise<Instance[]> {
  const { instance } = await currentInstance(deps, workspaceId);
  return instance ? [instance] : [];
}

type AvailableDeps = {
  workspaces: { list(userId: string): Promise<WorkspaceItem[]> };
  instances: Pick<InstanceStore, 'rows'>;
};

/** Lists the connected numbers of the user's other active workspaces. */
export async function availableInstances(
  { workspaces, instances }: AvailableDeps,
  { userId, workspaceId, language }: { userId: string; workspaceId: number; language: Language },
): Promise<AvailableInstance[]> {
  const others = (await workspaces.list(userId)).filter(({ id, status }) => id !== workspaceId && status === 'ATIVO');
  const rows = await instances.rows(others.map(({ id }) => id));
  const found = rows.flatMap((row) => {
    const { root, chipStatus } = effectiveNumberOf(row);
    if (!root || chipStatus !== 'CONNECTED') return [];
    const { id, contactName = null } = root.instance;
    return [{ id, contactName, workspaceName: root.workspace.name, workspaceId: root.workspace.id }];
  });
  const byName = byNameIn(language);
  return found.sort((one, other) => byName(one.workspaceName, other.workspaceName));
}
