import type { InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';

export type OwnRecordDeps = {
  instances: Pick<InstanceStore, 'save'>;
  newNumericId: () => number;
  now: () => Date;
};

type Owner = { userId: string; workspaceId: number; link: number };

/** The first record of a workspace, disconnected; undefined when another call was faster. */
export async function ownRecord(deps: OwnRecordDeps, owner: Owner): Promise<InstanceItem | undefined> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const after = firstRecord(deps, owner);
    const saved = await deps.instances.save({ before: undefined, after });
    if (saved === 'saved') return { ...after, rev: 1 };
    if (saved === 'changed') return undefined;
  }
  return undefined;
}

const firstRecord = (deps: OwnRecordDeps, { userId, workspaceId, link }: Owner) => ({
  type: 'instance' as const,
  id: deps.newNumericId(),
  workspaceId,
  userId,
  link,
  generation: 0,
  chipStatus: 'DISCONNECTED' as const,
  createdAt: deps.now().toISOString(),
});
