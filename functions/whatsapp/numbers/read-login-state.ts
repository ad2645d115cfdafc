import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { PasskeyStep } from '#shared/contracts/whatsapp.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';
import { isPairing } from '#shared/rules/chip-status.ts';
import type { LineEnd } from '#shared/rules/line-ends.ts';

import { refreshLine, unavailable } from '../lines/line-at-gateway.ts';
import { myInstance, type InstanceRequest, type MyInstanceDeps, type MyNumber } from './my-instance.ts';
import { pairingImage } from './qr-code.ts';
import { startAgain, type StartAgainDeps } from './start-again.ts';

type LoginState = {
  logged: boolean;
  chipStatus: ChipStatus;
  qrcode?: string;
  code?: string;
  passkey?: PasskeyStep;
  ended?: LineEnd;
};

const freshMs = 4_000;

/** Polled while pairing. Throws `whatsapp.unavailable` after a transient failure, which never ends a pairing. */
export async function readLoginState(
  deps: MyInstanceDeps & StartAgainDeps,
  request: InstanceRequest,
): Promise<LoginState> {
  const number = await myInstance(deps, request);
  const { root, instance, chipStatus } = number;
  if (!root) return over(number);
  const isOwn = root.instance.id === instance.id;
  const isSettled = !isPairing(chipStatus) && isFresh(root.instance, deps.now());
  if (!isOwn || isSettled) return { logged: chipStatus === 'CONNECTED', chipStatus };
  const now = await pairing(deps, instance);
  // The refresh may have ended the pairing.
  return now.chipStatus === 'DISCONNECTED' ? over(await myInstance(deps, request)) : now;
}

const over = ({ chipStatus, instance: { ended } }: MyNumber): LoginState => ({
  logged: chipStatus === 'CONNECTED',
  chipStatus,
  ...(chipStatus === 'DISCONNECTED' && ended && { ended: ended.as }),
});

async function pairing(deps: StartAgainDeps, instance: InstanceItem): Promise<LoginState> {
  const { snapshot, chipStatus } = await refreshLine(deps, instance);
  if (snapshot.state === 'unknown') throw unavailable();
  if (snapshot.state === 'stopped' && isPairing(chipStatus))
    return { logged: false, chipStatus: await startAgain(deps, instance) };
  // One vendor has no separate state for a code that waits to be scanned.
  const mayShowCode = snapshot.state === 'awaiting_qr' || (snapshot.state === 'connecting' && isPairing(chipStatus));
  const { qrcode, code } = mayShowCode ? await pairingImage(deps, instance, 0) : {};
  return {
    logged: chipStatus === 'CONNECTED',
    chipStatus,
    ...(qrcode && { qrcode }),
    ...(code && { code }),
    ...(snapshot.passkey && { passkey: snapshot.passkey }),
  };
}

const isFresh = ({ factAt = 0 }: InstanceItem, now: Date): boolean => now.getTime() - factAt < freshMs;
