import type { GroupItem, GroupLock } from '#functions/data/whatsapp/group-item.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import { plainText } from '#functions/platform/plain-text.ts';
import type { Group } from '#shared/contracts/whatsapp.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';

import { isHeard, readStanding, type Standing, type StandingDeps } from '../lines/effective-number.ts';
import { throughTheGate, type GateDeps } from '../numbers/whatsapp-plan.ts';
import { groupReply } from './linked-groups.ts';

export type LinkGroupDeps = GateDeps & {
  groups: Pick<GroupStore, 'list' | 'findLock' | 'link'>;
  newNumericId: () => number;
  now: () => Date;
};

type Wish = { userId: string; workspaceId: number; jid: string; name: string };

/** More than anybody has; a list stays one that can be shown and put away. */
const mostGroups = 100;
/** WhatsApp's own limit for the name of a group. */
const longestName = 100;

/**
 * Lets the workspace listen to a group of its number. Throws why the workspace may not, `instance.notConnected`,
 * `group.nameRequired`, `group.alreadyLinked` where it or another workspace listens on the same number, and
 * `group.limitReached`.
 */
export async function linkGroup(deps: LinkGroupDeps, wish: Wish): Promise<Group> {
  const { jid, name } = checked(wish);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { root, instance, link, ...standing } = await throughTheGate(deps, wish.workspaceId);
    if (!root || !instance || standing.chipStatus !== 'CONNECTED') throw new Refusal('instance.notConnected');
    const { id: instanceId, workspaceId, generation } = root.instance;
    const over = await deps.groups.findLock(instanceId, jid);
    if (over && (await stillHears(deps, over))) throw alreadyLinked();
    await hasRoom(deps, { ...standing, root, instance });
    const ties = { link, generation: instance.generation, line: { instanceId, workspaceId, generation } };
    const group: GroupItem = { type: 'group', ...made(deps, wish), jid, name, ...ties };
    if ((await deps.groups.link(group, { instance, root: root.instance }, over)) === 'linked') return groupReply(group);
    // Somebody took it, or something ended meanwhile; the next look says which.
  }
  throw new Refusal('server.busy', { retryAfterSeconds: 1 });
}

const made = ({ newNumericId, now }: LinkGroupDeps, { userId, workspaceId }: Wish) => ({
  id: newNumericId(),
  workspaceId,
  userId,
  createdAt: now().toISOString(),
});

function checked({ jid, name }: Wish): { jid: string; name: string } {
  const trimmed = plainText(name);
  if (trimmed === '') throw wrong({ name: 'group.nameRequired' });
  if (!/^\d{5,25}(-\d{5,15})?@g\.us$/.test(jid)) throw wrong({ jid: 'group.nameRequired' });
  return { jid, name: Array.from(trimmed).slice(0, longestName).join('') };
}

const wrong = (fields: Record<string, RefusalCode>): Refusal => new Refusal('group.nameRequired', { fields });

const alreadyLinked = (): Refusal => new Refusal('group.alreadyLinked', { fields: { jid: 'group.alreadyLinked' } });

/** A lock outlives what it stands for until the background comes by. */
async function stillHears(deps: StandingDeps, lock: GroupLock): Promise<boolean> {
  const standing = await readStanding(deps, lock.workspaceId);
  return standing !== undefined && isHeard(lock, standing);
}

async function hasRoom({ groups }: LinkGroupDeps, standing: Standing): Promise<void> {
  const heard = (await groups.list(standing.workspace.id)).filter((group) => isHeard(group, standing));
  if (heard.length >= mostGroups) throw new Refusal('group.limitReached');
}
