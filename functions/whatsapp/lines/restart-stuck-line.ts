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
/** A line that works for some minutes at a time is not restarted without end. */
const maxInAnHour = 3;

/**
 * A line that failed at its gateway runs again with the same credentials, or asks for a scan because they are gone. One
 * that reconnects without end, or is in a state that we do not know, may be stuck. Only a restart shows which.
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
  // Before the call, because a line that fails again answers with an error.
  await deps.moves.stamp(instance, 'revivals', [...lately, now]);
  const { outcome } = await deps.gateways.of(shardId).restartLine({ shardId, lineName: lineNameOf(instance) });
  deps.log('line.revived', { workspaceId, instanceId, generation, shard: shardId, state, outcome });
  return 'restarted';
}

const lastRevival = ({ revivals }: InstanceItem): number => revivals?.at(-1) ?? -Infinity;

/** Once for each loss, and each hour: a gateway whose database is away needs more than one try. */
function isBroken(instance: InstanceItem, now: number): boolean {
  const last = lastRevival(instance);
  return last < (instance.connectingSince ?? now) || now - last >= hourMs;
}

/** Once for each loss: at Evolution every restart may open one more loop that reconnects. */
function isStuck(instance: InstanceItem, state: LineState, now: number): boolean {
  const { connectingSince, factAt, heardAt = 0 } = instance;
  if (state !== 'connecting' && state !== 'unknown') return false;
  // A state that is unknown is not stored; the last known one is.
  const since = connectingSince ?? (state === 'unknown' ? factAt : undefined);
  return since !== undefined && now - since >= chipTimes.graceMs && lastRevival(instance) < since && heardAt < since;
}
