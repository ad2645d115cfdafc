import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';

import { applyGatewayState, lineAt, type RefreshDeps } from '../lines/line-at-gateway.ts';

export type StartAgainDeps = RefreshDeps & { instances: Pick<InstanceStore, 'claimStart' | 'countStart'> };

/** A gateway that stops a line more often will not pair it. */
const maxStarts = 3;
/** At some gateways every start and every restart opens one more loop that reconnects. */
export const startPauseMs = 30_000;
const startMs = 8_000;

/**
 * For a line that stopped while it was being paired, or waits for its first start. Only starts that the gateway
 * accepted count.
 */
export async function startAgain(deps: StartAgainDeps, instance: InstanceItem): Promise<ChipStatus> {
  const { id: instanceId, generation, shardId: shard, starts = 0, startedAt = -Infinity } = instance;
  if (deps.now().getTime() - startedAt < startPauseMs) return 'CONNECTING';
  if (starts >= maxStarts) return applyGatewayState(deps, instance, { state: 'failed', at: deps.now() });
  // Another page may start it at this moment.
  if (await deps.instances.claimStart(instance, startPauseMs)) {
    const { gateway, ref } = lineAt(deps, instance);
    const { outcome } = await gateway.startLine(ref, { timeoutMs: startMs });
    if (outcome === 'ok') await deps.instances.countStart(instance);
    const isFirst = gateway.createsStopped && starts === 0;
    if (!isFirst) deps.log('line.startedAgain', { instanceId, generation, shard, outcome });
  }
  return 'CONNECTING';
}
