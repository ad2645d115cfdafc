import type { GroupItem, GroupLock } from '#functions/data/whatsapp/group-item.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import { plainText } from '#functions/platform/plain-text.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { Group } from '#shared/contracts/whatsapp.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';

import {
  isStillLinked,
  readEffectiveNumber,
  type EffectiveNumber,
  type EffectiveNumberDeps,
} from '../lines/effective-number.ts';
import { requireWhatsApp, type RequireWhatsAppDeps } from '../numbers/require-whatsapp.ts';
import { groupReply } from './linked-groups.ts';

export type LinkGroupDeps = RequireWhatsAppDeps & {
  groups: Pick<GroupStore, 'list' | 'findLock' | 'link'>;
  newNumericId: () => number;
  now: () => Date;
};

type LinkGroupInput = { userId: string; workspaceId: number; jid: string; name: string };

const maxGroups = 100;
/** WhatsApp's own limit for the name of a group. */
const maxNameLetters = 100;

/**
 * Throws why not: by `requireWhatsApp`, `instance.notConnected`, `group.nameRequired`, `group.alreadyLinked`,
 * `group.limitReached`.
 */
export async function linkGroup(deps: LinkGroupDeps, input: LinkGroupInput): Promise<Group> {
  const { jid, name } = checked(input);
  return retryOnConflict({ tries: 3, exhausted: busy }, async () => {
    const { root, instance, link, ...number } = await requireWhatsApp(deps, input.workspaceId);
    if (!root || !instance || number.chipStatus !== 'CONNECTED') throw new Refusal('instance.notConnected');
    const { id: instanceId, workspaceId, generation } = root.instance;
    const over = await deps.groups.findLock(instanceId, jid);
    if (over && (await isLockActive(deps, over))) throw alreadyLinked();
    await hasRoom(deps, { ...number, root, instance });
    const ties = { link, generation: instance.generation, line: { instanceId, workspaceId, generation } };
    const group: GroupItem = { type: 'group', ...made(deps, input), jid, name, ...ties };
    const linked = await deps.groups.link(group, { instance, root: root.instance }, over);
    return linked === 'linked' ? groupReply(group) : 'conflict';
  });
}

const busy = (): never => {
  throw new Refusal('server.busy', { retryAfterSeconds: 1 });
};

const made = ({ newNumericId, now }: LinkGroupDeps, { userId, workspaceId }: LinkGroupInput) => ({
  id: newNumericId(),
  workspaceId,
  userId,
  createdAt: now().toISOString(),
});

function checked({ jid, name }: LinkGroupInput): { jid: string; name: string } {
  const trimmed = plainText(name);
  if (trimmed === '') throw wrong({ name: 'group.nameRequired' });
  if (!/^\d{5,25}(-\d{5,15})?@g\.us$/.test(jid)) throw wrong({ jid: 'group.nameRequired' });
  return { jid, name: Array.from(trimmed).slice(0, maxNameLetters).join('') };
}

const wrong = (fields: Record<string, RefusalCode>): Refusal => new Refusal('group.nameRequired', { fields });

const alreadyLinked = (): Refusal => new Refusal('group.alreadyLinked', { fields: { jid: 'group.alreadyLinked' } });

/** A lock stays until the worker removes it. */
async function isLockActive(deps: EffectiveNumberDeps, lock: GroupLock): Promise<boolean> {
  const number = await readEffectiveNumber(deps, lock.workspaceId);
  return number !== undefined && isStillLinked(lock, number);
}

async function hasRoom({ groups }: LinkGroupDeps, number: EffectiveNumber): Promise<void> {
  const heard = (await groups.list(number.workspace.id)).filter((group) => isStillLinked(group, number));
  if (heard.length >= maxGroups) throw new Refusal('group.limitReached');
}
