import { lineNameOf, type InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';

export type RestartBrokenLineDeps = {
  moves: Pick<LineMoveStore, 'stamp'>;
  gateways: Pick<WhatsAppGateways, 'of'>;
  log: Log;
  now: () => Date;
};

/** A gateway whose database is away needs more than one try in the day that a lost connection has. */
const everyMs = 3600_000;

/**
 * A line that failed at its gateway runs again with the same credentials, or asks for a scan because they are gone. Only
 * the restart shows which.
 */
export async function restartBrokenLine(
  deps: RestartBrokenLineDeps,
  instance: InstanceItem,
): Promise<'restarted' | 'unchanged'> {
  const now = deps.now().getTime();
  const { shardId, id: instanceId, workspaceId, generation, revivedAt = -Infinity } = instance;
  if (shardId === undefined || now - revivedAt < everyMs) return 'unchanged';
  // Before the call, because a line that fails again answers with an error.
  await deps.moves.stamp(instance, 'revivedAt', now);
  const { outcome } = await deps.gateways.of(shardId).restartLine({ shardId, lineName: lineNameOf(instance) });
  deps.log('line.revived', { workspaceId, instanceId, generation, shard: shardId, outcome });
  return 'restarted';
}
