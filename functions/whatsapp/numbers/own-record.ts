import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

export type OwnRecordDeps = {
  instances: Pick<InstanceStore, 'save'>;
  newNumericId: () => number;
  now: () => Date;
};

type Owner = { userId: string; workspaceId: number; link: number };

/** Creates the workspace's first record, which is disconnected. Returns undefined after a conflict. */
export const ownRecord = (deps: OwnRecordDeps, owner: Owner): Promise<InstanceItem | undefined> =>
  retryOnConflict({ tries: 3, exhausted: () => undefined }, async () => {
    const after = firstRecord(deps, owner);
    const saved = await deps.instances.save({ before: undefined, after });
    if (saved === 'saved') return { ...after, rev: 1 };
    return saved === 'changed' ? undefined : 'conflict';
  });

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
