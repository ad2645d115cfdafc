import type { GroupLock } from '#functions/data/items/group-item.ts';
import { lineNameOf, type InstanceItem } from '#functions/data/items/instance-item.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { GroupList } from '#functions/providers/whatsapp/gateway.ts';

export type CompareDeps = {
  instances: Pick<InstanceStore, 'savePicture'>;
  groups: Pick<GroupStore, 'locks' | 'rename' | 'remove'>;
  moves: Pick<LineMoveStore, 'stamp' | 'markMissing'>;
  gateways: Pick<WhatsAppGateways, 'of'>;
  log: Log;
  now: () => Date;
};

const day = 24 * 3600_000;
/** How long a group must be missing before it is removed: a gateway's list is sometimes incomplete for hours. */
const missingMs = 20 * 3600_000;
const askMs = 15_000;

export const isToCompare = ({ chipStatus, comparedAt = 0 }: InstanceItem, now: Date): boolean =>
  chipStatus === 'CONNECTED' && now.getTime() - comparedAt >= day;

/** Catches up once a day with lost events about group names and membership. Renews the picture, as its URL expires. */
export async function compareLine(deps: CompareDeps, instance: InstanceItem): Promise<void> {
  const { shardId, phone, id } = instance;
  if (shardId === undefined) return;
  const gateway = deps.gateways.of(shardId);
  const ref = { shardId, lineName: lineNameOf(instance) };
  const locks = (await deps.groups.locks(id)).filter(({ line }) => line.generation === instance.generation);
  if (locks.length > 0) {
    const listed = await gateway.listGroups(ref, { timeoutMs: askMs });
    if (listed.outcome === 'failed') return;
    for (const lock of locks) await compareGroup(deps, lock, listed);
  }
  if (phone !== undefined) {
    const picture = await gateway.profilePicture(ref, phone, { timeoutMs: askMs });
    // The gateway also returns null after a failure.
    if (picture !== null) await deps.instances.savePicture(instance, picture, deps.now().getTime());
  }
  await deps.moves.stamp(instance, 'comparedAt', deps.now().getTime());
}

async function compareGroup(deps: CompareDeps, lock: GroupLock, known: GroupList): Promise<void> {
  const { jid, workspaceId, groupId, missingSince } = lock;
  const now = deps.now().getTime();
  const group = known.groups.find((each) => each.jid === jid);
  if (group || known.unlisted.includes(jid)) {
    if (group && group.name !== lock.name) await deps.groups.rename(lock, group.name);
    if (missingSince !== undefined) await deps.moves.markMissing(lock, undefined);
    return;
  }
  // A gateway that is still loading returns an empty list.
  if (known.groups.length + known.unlisted.length === 0 || !known.isWhole) return;
  if (missingSince === undefined) return deps.moves.markMissing(lock, now);
  if (now - missingSince < missingMs) return;
  await deps.groups.remove({ ...lock, id: groupId });
  deps.log('group.left', { workspaceId, instanceId: lock.line.instanceId, groupId });
}
