import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';
import type { GatewayError } from '#functions/providers/whatsapp/gateway.ts';
import { isPairing } from '#shared/rules/chip-status.ts';

import { lineAt, applyGatewayState, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { myInstance, type InstanceRequest, type MyInstanceDeps } from './my-instance.ts';
import { startAgain, startPauseMs, type StartAgainDeps } from './start-again.ts';

export type QrDeps = MyInstanceDeps &
  StartAgainDeps & { instances: Pick<InstanceStore, 'markRestarted'>; metrics: Metrics };

const waitMs = 12_000;
/** API Gateway gives up after 29 s. */
const allMs = 26_000;
/** How much longer than requested a gateway may take. */
const lateMs = 3_000;

/**
 * Returns the code as a data URL, or an empty string if none came or nothing is being paired. Restarts a line without a
 * code once, unless its gateway is unreachable.
 */
export async function qrCode(deps: QrDeps, request: InstanceRequest): Promise<{ qrcode: string }> {
  const deadline = deadlineIn(deps.now, allMs);
  const { root, instance } = await myInstance(deps, request);
  if (root?.instance.id !== instance.id || !isPairing(instance.chipStatus)) return { qrcode: '' };
  let image = await pairingImage(deps, instance, waitMs);
  if (image.missing === 'stopped') {
    if ((await startAgain(deps, instance)) === 'DISCONNECTED') return { qrcode: '' };
    image = await pairingImage(deps, instance, Math.min(waitMs, deadline.reserve(lateMs).left()));
  }
  const { qrcode, missing } = image;
  if (missing) await reportMissing(deps, instance, { missing, deadline });
  return { qrcode: qrcode ?? '' };
}

type Image = {
  qrcode?: string;
  /** The current code to type. */
  code?: string;
  missing?:
    /** The line runs but has no code. */
    | 'stuck'
    /** The line does not run. */
    | 'stopped'
    /** The gateway does not answer. */
    | 'away';
};

export async function pairingImage(deps: RefreshDeps, instance: InstanceItem, ms: number): Promise<Image> {
  const { gateway, ref } = lineAt(deps, instance);
  const at = deps.now();
  const found = await gateway.getPairing(ref, { waitMs: ms });
  if (found.outcome === 'failed') return { missing: isAway(found.error) ? 'away' : 'stuck' };
  const { pairing } = found;
  if (pairing.kind === 'code') return { missing: 'stuck' };
  const state = pairing.kind === 'qr' ? 'awaiting_qr' : pairing.state;
  await applyGatewayState(deps, instance, { state, at });
  if (pairing.kind === 'qr') return { qrcode: pairing.dataUrl, ...(pairing.typed && { code: pairing.typed }) };
  if (state === 'stopped') return { missing: 'stopped' };
  return state === 'connecting' || state === 'unknown' || state === 'awaiting_qr' ? { missing: 'stuck' } : {};
}

/** An error with an HTTP status means that the gateway answered. */
const isAway = ({ code, status }: GatewayError): boolean =>
  code === 'unauthorized' || (code === 'unreachable' && status === undefined);

type Missing = { missing: NonNullable<Image['missing']>; deadline: Deadline };

async function reportMissing(deps: QrDeps, instance: InstanceItem, { missing, deadline }: Missing): Promise<void> {
  const { id: instanceId, generation, shardId: shard } = instance;
  deps.metrics({ QrMissing: 1 }, {});
  const restart = missing === 'stuck' ? await restartOnce(deps, instance, deadline) : 'notTried';
  deps.log('line.noQrCode', { instanceId, generation, shard, missing, restart });
}

/** Returns the outcome for the log: `again` if it was restarted before, `tooSoon` if it was started a moment ago. */
async function restartOnce(deps: QrDeps, instance: InstanceItem, deadline: Deadline): Promise<string> {
  if (instance.restarted === instance.generation) return 'again';
  if (!(await deps.instances.claimStart(instance, startPauseMs))) return 'tooSoon';
  if (!(await deps.instances.markRestarted(instance))) return 'again';
  const { gateway, ref } = lineAt(deps, instance);
  const restarting = gateway.restartLine(ref).then((done) => (done.outcome === 'ok' ? 'ok' : done.error.code));
  return deadline.within<string>(restarting, () => 'tooLate');
}
