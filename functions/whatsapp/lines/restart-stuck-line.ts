import { lineNameOf, type InstanceItem } from '#functions/data/items/instance-item.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { LineState } from '#functions/providers/whatsapp/gateway.ts';
import { chipTimes } from '#shared/rules/chip-moves.ts';

export type RestartStuckLineDeps = {
  moves: Pick<LineMoveStore, 'stamp'>;
  gateways: Pick<WhatsAppGateways, 'of'>;
  log: Log;
  now: () => Date;
};

const hourMs = 3600_000;
/** Limits the restarts of a line that fails again within minutes. */
const maxInAnHour = 3;

/**
 * After a restart, a failed line runs again with the same credentials, or asks for a scan because they are gone. A line
 * that reconnects endlessly or has an unknown state may be stuck, and only a restart shows it.
 */
export async function restartStuckLine(
  deps: RestartStuckLineDeps,
  instance: InstanceItem,
  state: LineState,
): Promise<'restarted' | 'unchanged'> {
  const now = deps.now().getTime();
  const { shardId, id: instanceId, workspaceId, generation, revivals = [] } = instance;
  const lately = revivals.filter((at) => now - at < hourMs);
  const isDue = state === 'broken' ? isBroken(instance, now) : isStuck(instance, state, now);
  if (shardId === undefined || !isDue || lately.length >= maxInAnHour) return 'unchanged';
  // Stored before the call, because the call returns an error if the line fails again.
  await deps.moves.stamp(instance, 'revivals', [...lately, now]);
  const { outcome } = await deps.gateways.of(shardId).restartLine({ shardId, lineName: lineNameOf(instance) });
  deps.log('line.revived', { workspaceId, instanceId, generation, shard: shardId, state, outcome });
  return 'restarted';
}

const lastRevival = ({ revivals }: InstanceItem): number => revivals?.at(-1) ?? -Infinity;

/** Due once per loss and once per hour: a gateway whose database is down needs more than one try. */
function isBroken(instance: InstanceItem, now: number): boolean {
  const last = lastRevival(instance);
  return last < (instance.connectingSince ?? now) || now - last >= hourMs;
}

/** Due once per loss: with Evolution, every restart may add another reconnect loop. */
function isStuck(instance: InstanceItem, state: LineState, now: number): boolean {
  const { connectingSince, factAt, heardAt = 0 } = instance;
  if (state !== 'connecting' && state !== 'unknown') return false;
  // An unknown state is not stored, so count from the last known one.
  const since = connectingSince ?? (state === 'unknown' ? factAt : undefined);
  return since !== undefined && now - since >= chipTimes.graceMs && lastRevival(instance) < since && heardAt < since;
}
