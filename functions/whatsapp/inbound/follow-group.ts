import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { GroupRenamed, SelfJoined, SelfLeft } from '#functions/providers/whatsapp/gateway.ts';

import type { Delivery, DeliveryOutcome } from './receive-delivery.ts';

export type FollowDeps = {
  groups: Pick<GroupStore, 'findLock' | 'rename' | 'remove'>;
  moves: Pick<LineMoveStore, 'markMissing'>;
  gateways: Pick<WhatsAppGateways, 'of'>;
  log: Log;
};

const askMs = 4_000;

/** Asks the gateway before it removes a group, because events arrive in any order. */
export async function followGroup(
  deps: FollowDeps,
  { line, requestId }: Delivery,
  event: GroupRenamed | SelfJoined | SelfLeft,
): Promise<DeliveryOutcome> {
  const lock = await deps.groups.findLock(line.instanceId, event.jid);
  if (lock?.line.generation !== line.generation) return 'ignored';
  const ids = { requestId, workspaceId: lock.workspaceId, instanceId: line.instanceId, groupId: lock.groupId };
  if (event.kind !== 'selfLeft') {
    if (event.kind === 'selfJoined' && lock.missingSince !== undefined) await deps.moves.markMissing(lock, undefined);
    if (event.name === undefined || event.name === lock.name) return 'ignored';
    if ((await deps.groups.rename(lock, event.name)) === 'renamed') deps.log('group.renamed', ids);
    return 'done';
  }
  const listed = await deps.gateways.of(line.shardId).listGroups(line, { timeoutMs: askMs });
  const isThere =
    listed.outcome === 'ok' && [...listed.groups.map(({ jid }) => jid), ...listed.unlisted].includes(event.jid);
  if (isThere) return 'ignored';
  if (listed.outcome === 'failed' || !listed.isWhole) await deps.moves.markMissing(lock, event.at.getTime());
  else {
    await deps.groups.remove({ ...lock, id: lock.groupId });
    deps.log('group.left', ids);
  }
  return 'done';
}
