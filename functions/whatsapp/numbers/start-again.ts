import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';

import { applyGatewayState, lineAt, type RefreshDeps } from '../lines/line-at-gateway.ts';

export type StartAgainDeps = RefreshDeps & { instances: Pick<InstanceStore, 'claimStart' | 'countStart'> };

/** A line that stops more often than this will not pair. */
const maxStarts = 3;
/** Starts are spaced out, because with some gateways every start or restart adds another reconnect loop. */
export const startPauseMs = 30_000;
const startMs = 8_000;

/**
 * Starts a line that stopped during its pairing or waits for its first start. Counts only starts that the gateway
 * accepted.
 */
export async function startAgain(deps: StartAgainDeps, instance: InstanceItem): Promise<ChipStatus> {
  const { id: instanceId, generation, shardId: shard, starts = 0, startedAt = -Infinity } = instance;
  if (deps.now().getTime() - startedAt < startPauseMs) return 'CONNECTING';
  if (starts >= maxStarts) return applyGatewayState(deps, instance, { state: 'failed', at: deps.now() });
  // Another page may be starting the line right now.
  if (await deps.instances.claimStart(instance, startPauseMs)) {
    const { gateway, ref } = lineAt(deps, instance);
    const { outcome } = await gateway.startLine(ref, { timeoutMs: startMs });
    if (outcome === 'ok') await deps.instances.countStart(instance);
    const isFirst = gateway.createsStopped && starts === 0;
    if (!isFirst) deps.log('line.startedAgain', { instanceId, generation, shard, outcome });
  }
  return 'CONNECTING';
}
