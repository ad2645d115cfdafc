import type { GroupItem, GroupLock } from '#functions/data/items/group-item.ts';
import { lineNameOf } from '#functions/data/items/instance-item.ts';
import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import { backOff } from '#functions/data/table.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { Group } from '#shared/contracts/whatsapp.ts';
import { Refusal } from '#shared/refusals.ts';

import {
  isStillLinked,
  readEffectiveNumber,
  type EffectiveNumber,
  type EffectiveNumberDeps,
  type Root,
} from '../lines/effective-number.ts';
import { requireWhatsApp, type RequireWhatsAppDeps } from '../numbers/require-whatsapp.ts';
import { groupsAtGateway, type GroupsAtGatewayDeps } from './groups-at-gateway.ts';
import { groupReply } from './linked-groups.ts';

export type LinkGroupDeps = RequireWhatsAppDeps &
  GroupsAtGatewayDeps & {
    groups: Pick<GroupStore, 'list' | 'findLock' | 'link'>;
    newNumericId: () => number;
    now: () => Date;
  };

type LinkGroupInput = { userId: string; workspaceId: number; jid: string };

const maxGroups = 100;

/**
 * Links a group of the gateway, with the name that the gateway reports. Throws what `requireWhatsApp` throws, and
 * `instance.notConnected`, `group.nameRequired`, `group.alreadyLinked`, `group.limitReached`, `group.notFound`,
 * `whatsapp.unavailable`.
 */
export async function linkGroup(deps: LinkGroupDeps, input: LinkGroupInput): Promise<Group> {
  if (!/^\d{5,25}(-\d{5,15})?@g\.us$/.test(input.jid)) throw groupRefusal('group.nameRequired');
  const { root } = await place(deps, input);
  const name = await nameAtGateway(deps, root.instance, input.jid);
  return retryOnConflict({ tries: 6, between: backOff }, async () => {
    const seen = await place(deps, input);
    if (lineNameOf(seen.root.instance) !== lineNameOf(root.instance)) return 'conflict';
    const group = groupOf(deps, input, name, seen);
    const conditions = { instance: seen.instance, root: seen.root.instance };
    return (await deps.groups.link(group, conditions, seen.over)) === 'linked' ? groupReply(group) : 'conflict';
  });
}

const groupRefusal = (code: 'group.nameRequired' | 'group.alreadyLinked' | 'group.notFound'): Refusal =>
  new Refusal(code, { fields: { jid: code } });

type Place = { link: number; instance: InstanceItem; root: Root; over: GroupLock | undefined };

/** Finds where to link the group, and an inactive lock (`over`) that the link replaces. */
async function place(deps: LinkGroupDeps, { workspaceId, jid }: LinkGroupInput): Promise<Place> {
  const { root, instance, link, ...number } = await requireWhatsApp(deps, workspaceId);
  if (!root || !instance || number.chipStatus !== 'CONNECTED') throw new Refusal('instance.notConnected');
  const over = await deps.groups.findLock(root.instance.id, jid);
  if (over && (await isLockActive(deps, over))) throw groupRefusal('group.alreadyLinked');
  await hasRoom(deps, { ...number, root, instance });
  return { link, instance, root, over };
}

async function nameAtGateway(deps: LinkGroupDeps, instance: InstanceItem, jid: string): Promise<string> {
  const group = (await groupsAtGateway(deps, instance)).find((one) => one.jid === jid);
  if (!group) throw groupRefusal('group.notFound');
  return group.name;
}

function groupOf(
  { newNumericId, now }: LinkGroupDeps,
  { userId, workspaceId, jid }: LinkGroupInput,
  name: string,
  { link, instance, root }: Place,
): GroupItem {
  const { id: instanceId, workspaceId: holder, generation } = root.instance;
  return {
    type: 'group',
    id: newNumericId(),
    workspaceId,
    userId,
    createdAt: now().toISOString(),
    jid,
    name,
    successAs: 'reaction',
    link,
    generation: instance.generation,
    line: { instanceId, workspaceId: holder, generation },
  };
}

/** A lock outlives its link until the worker removes it. */
async function isLockActive(deps: EffectiveNumberDeps, lock: GroupLock): Promise<boolean> {
  const number = await readEffectiveNumber(deps, lock.workspaceId);
  return number !== undefined && isStillLinked(lock, number);
}

async function hasRoom({ groups }: LinkGroupDeps, number: EffectiveNumber): Promise<void> {
  const heard = (await groups.list(number.workspace.id)).filter((group) => isStillLinked(group, number));
  if (heard.length >= maxGroups) throw new Refusal('group.limitReached');
}
