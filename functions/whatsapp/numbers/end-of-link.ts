import type { GroupItem } from '#functions/data/whatsapp/group-item.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Deadline } from '#functions/platform/deadline.ts';

import { endNumber, type UnlinkInstanceDeps } from './unlink-instance.ts';

export type EndOfLinkDeps = UnlinkInstanceDeps & {
  instances: Pick<InstanceStore, 'find'>;
  groups: Pick<GroupStore, 'list' | 'remove'>;
};

type Ended = { workspaceId: number; link: number };

/**
 * What an ended Amazon link leaves of WhatsApp: a line of the workspace's own goes, with everything that hangs on it; of
 * a shared one only the reference. Nobody sees it any more, and what was connected under a newer link stays.
 */
export async function endNumberOfLink(deps: EndOfLinkDeps, { workspaceId, link }: Ended): Promise<'done' | 'again'> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const instance = await deps.instances.find(workspaceId);
    if (instance?.link !== link || (await endNumber(deps, instance))) return 'done';
  }
  return 'again';
}

type RemovalDeps = Pick<EndOfLinkDeps, 'groups'>;

/** Deletes what is left of groups that are over, until there is no time. */
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

/** Groups of workspaces that stopped sharing a number. */
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
