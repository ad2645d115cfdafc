import type { GroupItem } from '#functions/data/items/group-item.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import { endNumber, type UnlinkInstanceDeps } from './unlink-instance.ts';

export type EndOfLinkDeps = UnlinkInstanceDeps & {
  instances: Pick<InstanceStore, 'find'>;
  groups: Pick<GroupStore, 'list' | 'remove'>;
};

type Ended = { workspaceId: number; link: number };

/** Ends the workspace's line with its groups, or its share of another line. Keeps a number of a newer link. */
export const endNumberOfLink = (deps: EndOfLinkDeps, { workspaceId, link }: Ended): Promise<'done' | 'retry'> =>
  retryOnConflict<'done', 'retry'>({ tries: 3, exhausted: () => 'retry' }, async () => {
    const instance = await deps.instances.find(workspaceId);
    return instance?.link !== link || (await endNumber(deps, instance)) ? 'done' : 'conflict';
  });

type RemovalDeps = Pick<EndOfLinkDeps, 'groups'>;

export async function removeGroups(
  { groups }: RemovalDeps,
  workspaceId: number,
  isOver: (group: GroupItem) => boolean,
  deadline: Deadline,
): Promise<'done' | 'more'> {
  for (const group of (await groups.list(workspaceId)).filter(isOver)) {
    if (deadline.isOver()) return 'more';
    await groups.remove(group);
  }
  return 'done';
}

export async function leaveGroups(
  deps: RemovalDeps,
  entries: readonly EntryOf<'groups'>[],
  deadline: Deadline,
): Promise<Work> {
  for (const { workspaceId, generation } of entries) {
    const isOver = (group: GroupItem): boolean => group.generation <= generation;
    if ((await removeGroups(deps, workspaceId, isOver, deadline)) === 'more') return { outcome: 'more' };
  }
  return { outcome: 'done', writes: [] };
}
