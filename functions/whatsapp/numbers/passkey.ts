import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { CallResult, LineRef, WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import type { PasskeyAssertion } from '#shared/contracts/passkey.ts';
import type { PasskeyStep } from '#shared/contracts/whatsapp.ts';
import { Refusal } from '#shared/refusals.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';

import { lineAt, refreshLine, unavailable, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { myPairingInstance, type InstanceRequest, type MyInstanceDeps } from './my-instance.ts';

type PasskeyDeps = MyInstanceDeps & RefreshDeps;

/** Challenge, answer and code are neither stored nor logged. */
export async function readPasskey(
  deps: PasskeyDeps,
  request: InstanceRequest,
): Promise<{ chipStatus: ChipStatus; passkey?: PasskeyStep }> {
  const { snapshot, chipStatus } = await refresh(deps, await myPairingInstance(deps, request));
  return { chipStatus, ...(snapshot.passkey && { passkey: snapshot.passkey }) };
}

/** Throws `instance.notPairing`, `instance.passkeyRefused`, `whatsapp.unavailable`. */
export const answerPasskey = (deps: PasskeyDeps, request: InstanceRequest, assertion: PasskeyAssertion) =>
  step(deps, request, (gateway, ref) => gateway.submitPasskey(ref, assertion));

/** Throws the same refusals as `answerPasskey`. */
export const confirmPasskey = (deps: PasskeyDeps, request: InstanceRequest) =>
  step(deps, request, (gateway, ref) => gateway.confirmPasskey(ref));

type Act = (gateway: WhatsAppGateway, ref: LineRef) => Promise<CallResult>;

async function step(deps: PasskeyDeps, request: InstanceRequest, act: Act): Promise<{ chipStatus: ChipStatus }> {
  const instance = await myPairingInstance(deps, request);
  const { gateway, ref } = lineAt(deps, instance);
  const done = await act(gateway, ref);
  if (done.outcome === 'failed') {
    const { code, status } = done.error;
    deps.log('line.passkeyFailed', { instanceId: instance.id, generation: instance.generation, code, status });
    if (code === 'unreachable' || code === 'rate_limited' || code === 'unauthorized') throw unavailable();
    throw new Refusal('instance.passkeyRefused');
  }
  const { chipStatus } = await refreshLine(deps, instance);
  return { chipStatus };
}

async function refresh(deps: PasskeyDeps, instance: InstanceItem) {
  const looked = await refreshLine(deps, instance);
  if (looked.snapshot.state === 'unknown') throw unavailable();
  return looked;
}
