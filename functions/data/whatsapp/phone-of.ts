import type { InstanceStore } from './instance-store.ts';

/** Returns the connected phone of a workspace, its own or a shared one. */
export async function phoneOf(
  instances: Pick<InstanceStore, 'find' | 'findById'>,
  workspaceId: number,
): Promise<string | undefined> {
  const own = await instances.find(workspaceId);
  if (!own?.reference) return own?.phone;
  const root = await instances.findById(own.reference.instanceId);
  return root?.generation === own.reference.generation ? root.phone : undefined;
}
