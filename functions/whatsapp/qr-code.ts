import type { InstanceItem } from '#functions/data/instance-item.ts';
import type { InstanceStore } from '#functions/data/instance-store.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { isPairing } from '#shared/rules/chip-status.ts';

import { lineAt, noteState, type LookDeps } from './line-at-gateway.ts';
import { myInstance, type InstanceRequest, type MineDeps } from './my-instance.ts';

export type QrDeps = MineDeps & LookDeps & { instances: Pick<InstanceStore, 'markRestarted'>; metrics: Metrics };

const waitMs = 12_000;

/**
 * The code to scan now, as a data address; empty when none came in time, or when nobody is pairing. A gateway that shows
 * none is restarted, once for each line.
 */
export async function qrCode(deps: QrDeps, request: InstanceRequest): Promise<{ qrcode: string }> {
  const { root, instance } = await myInstance(deps, request);
  if (root?.instance.id !== instance.id || !isPairing(instance.chipStatus)) return { qrcode: '' };
  const qrcode = await pairingImage(deps, instance, waitMs);
  if (qrcode === undefined) await restart(deps, instance);
  return { qrcode: qrcode ?? '' };
}

/** The image as the gateway has it within `ms`; the empty text where none is needed, undefined where one is missing. */
export async function pairingImage(deps: LookDeps, instance: InstanceItem, ms: number): Promise<string | undefined> {
  const { gateway, ref } = lineAt(deps, instance);
  const at = deps.now();
  const found = await gateway.getPairing(ref, { waitMs: ms });
  if (found.outcome === 'failed' || found.pairing.kind === 'code') return undefined;
  const { pairing } = found;
  const state = pairing.kind === 'qr' ? 'awaiting_qr' : pairing.state;
  await noteState(deps, instance, { state, at });
  if (pairing.kind === 'qr') return pairing.dataUrl;
  return state === 'connecting' || state === 'unknown' || state === 'awaiting_qr' ? undefined : '';
}

async function restart(deps: QrDeps, instance: InstanceItem): Promise<void> {
  const { id: instanceId, generation, shardId: shard } = instance;
  deps.metrics({ QrMissing: { value: 1, unit: 'Count' } }, {});
  deps.log('line.noQrCode', { instanceId, generation, shard });
  if (!(await deps.instances.markRestarted(instance))) return;
  const { gateway, ref } = lineAt(deps, instance);
  await gateway.restartLine(ref);
}
