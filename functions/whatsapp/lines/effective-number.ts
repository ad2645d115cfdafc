import type { GroupItem } from '#functions/data/items/group-item.ts';
import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { InstanceStore, NumberRow } from '#functions/data/whatsapp/instance-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';

export type Root = { workspace: WorkspaceItem; instance: InstanceItem };

/**
 * The current state of a workspace's number. A number of an older Amazon link counts as disconnected, and so does a
 * share of an ended line, even before the worker cleans up.
 */
export type EffectiveNumber = {
  workspace: WorkspaceItem;
  instance: InstanceItem | undefined;
  chipStatus: ChipStatus;
  /** The number that holds the line; another workspace's if the line is shared. */
  root: Root | undefined;
};

export type EffectiveNumberDeps = { instances: Pick<InstanceStore, 'rows'> };

export async function readEffectiveNumber(
  { instances }: EffectiveNumberDeps,
  workspaceId: number,
): Promise<EffectiveNumber | undefined> {
  const [row] = await instances.rows([workspaceId]);
  if (!row) return undefined;
  const { reference } = row.instance ?? {};
  if (!reference) return effectiveNumberOf(row);
  const [rootRow] = await instances.rows([reference.workspaceId]);
  return effectiveNumberOf(row, rootRow);
}

/** The workspace whose line this number shares owns `rootRow`. */
export function effectiveNumberOf(row: NumberRow, rootRow?: NumberRow): EffectiveNumber {
  const root = rootOf(row, rootRow);
  return { ...row, root, chipStatus: root?.instance.chipStatus ?? 'DISCONNECTED' };
}

function rootOf(row: NumberRow, rootRow: NumberRow | undefined): Root | undefined {
  const own = linkedRoot(row);
  if (!own) return undefined;
  const { reference } = own.instance;
  if (!reference) return own.instance.chipStatus === 'DISCONNECTED' ? undefined : own;
  const root = rootRow && linkedRoot(rootRow);
  const isSame = root?.instance.id === reference.instanceId && root.instance.generation === reference.generation;
  return isSame && !root.instance.reference && holdsGroups(root.instance.chipStatus) ? root : undefined;
}

const linkedRoot = ({ workspace, instance }: NumberRow): Root | undefined =>
  instance && instance.link === workspace.link?.number ? { workspace, instance } : undefined;

type Ties = Pick<GroupItem, 'workspaceId' | 'link' | 'generation' | 'line'>;

/** Once this is false for a group, it is never true again. */
export function isStillLinked(
  { link, generation, line }: Ties,
  { workspace, instance, root }: EffectiveNumber,
): boolean {
  if (!root || !instance || !holdsGroups(root.instance.chipStatus)) return false;
  return (
    link === workspace.link?.number &&
    generation === instance.generation &&
    line.instanceId === root.instance.id &&
    line.generation === root.instance.generation
  );
}
