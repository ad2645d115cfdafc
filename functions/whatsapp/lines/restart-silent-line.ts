import { lineNameOf, type InstanceItem } from '#functions/data/items/instance-item.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';

export type RestartSilentLineDeps = {
  groups: Pick<GroupStore, 'locks'>;
  moves: Pick<LineMoveStore, 'stamp'>;
  gateways: Pick<WhatsAppGateways, 'of'>;
  log: Log;
  now: () => Date;
};

const silenceMs = 6 * 3600_000;

const isSilent = ({ heardAt, wokenAt = 0 }: InstanceItem, now: number): boolean =>
  heardAt !== undefined && now - heardAt >= silenceMs && wokenAt < heardAt;

/**
 * Restarts a line once per silence, because some engines stop delivering while connected. The backlog that follows is
 * too old to fire anything.
 */
export async function restartSilentLine(
  deps: RestartSilentLineDeps,
  instance: InstanceItem,
): Promise<'restarted' | 'unchanged'> {
  const now = deps.now().getTime();
  const { shardId, id: instanceId, workspaceId, generation } = instance;
  if (shardId === undefined || !isSilent(instance, now)) return 'unchanged';
  const locks = await deps.groups.locks(instanceId);
  if (!locks.some(({ line }) => line.generation === generation)) return 'unchanged';
  const { outcome } = await deps.gateways.of(shardId).restartLine({ shardId, lineName: lineNameOf(instance) });
  // Stored after the restart, because a second restart does no harm.
  if (outcome === 'ok') await deps.moves.stamp(instance, 'wokenAt', now);
  deps.log('line.woken', { workspaceId, instanceId, generation, shard: shardId, outcome });
  return outcome === 'ok' ? 'restarted' : 'unchanged';
}
