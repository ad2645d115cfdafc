import type { GroupItem } from '#functions/data/whatsapp/group-item.ts';
import type { InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import type { InstanceStore, Place } from '#functions/data/whatsapp/instance-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';

/** The instance that holds a line, with its workspace. */
export type Root = { workspace: WorkspaceItem; instance: InstanceItem };

/**
 * How a workspace's number really stands, whatever the background still has to put away: a record of another Amazon
 * link than the present one is disconnected, and so is one that shares a line which has ended. `root` is there while it
 * holds or shares a line.
 */
export type Standing = {
  workspace: WorkspaceItem;
  /** The record as stored. */
  instance: InstanceItem | undefined;
  chipStatus: ChipStatus;
  root: Root | undefined;
};

export type StandingDeps = { instances: Pick<InstanceStore, 'places'> };

/** As it is now; undefined for a workspace that nobody has. */
export async function readStanding({ instances }: StandingDeps, workspaceId: number): Promise<Standing | undefined> {
  const [place] = await instances.places([workspaceId]);
  if (!place) return undefined;
  const { reference } = place.instance ?? {};
  if (!reference) return standingOf(place);
  const [rootPlace] = await instances.places([reference.workspaceId]);
  return standingOf(place, rootPlace);
}

/** `rootPlace` is the workspace whose line this one shares. */
export function standingOf(place: Place, rootPlace?: Place): Standing {
  const root = rootOf(place, rootPlace);
  return { ...place, root, chipStatus: root?.instance.chipStatus ?? 'DISCONNECTED' };
}

function rootOf(place: Place, rootPlace: Place | undefined): Root | undefined {
  const own = linked(place);
  if (!own) return undefined;
  const { reference } = own.instance;
  if (!reference) return own.instance.chipStatus === 'DISCONNECTED' ? undefined : own;
  const root = rootPlace && linked(rootPlace);
  const isSame = root?.instance.id === reference.instanceId && root.instance.generation === reference.generation;
  return isSame && !root.instance.reference && holdsGroups(root.instance.chipStatus) ? root : undefined;
}

/** Connected under the Amazon link that the workspace has now. */
const linked = ({ workspace, instance }: Place): Root | undefined =>
  instance && instance.link === workspace.link?.number ? { workspace, instance } : undefined;

type Ties = Pick<GroupItem, 'workspaceId' | 'link' | 'generation' | 'line'>;

/** Whether a stored group, or the lock on one, still counts. What ended never counts again. */
export function isHeard({ link, generation, line }: Ties, { workspace, instance, root }: Standing): boolean {
  if (!root || !instance || !holdsGroups(root.instance.chipStatus)) return false;
  return (
    link === workspace.link?.number &&
    generation === instance.generation &&
    line.instanceId === root.instance.id &&
    line.generation === root.instance.generation
  );
}
