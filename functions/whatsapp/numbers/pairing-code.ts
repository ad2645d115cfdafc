import type { GatewayError } from '#functions/providers/whatsapp/gateway.ts';
import { Refusal } from '#shared/refusals.ts';

import { lineAt, unavailable, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { myPairingInstance, type InstanceRequest, type MyInstanceDeps } from './my-instance.ts';

/** A new line needs a few seconds. API Gateway gives up after 29 s. */
const waitMs = 12_000;

/**
 * A code to type into WhatsApp on the phone with this number. Neither of them is stored or logged. Throws
 * `instance.notPairing`, `instance.pairingCodeRefused`, `whatsapp.unavailable`.
 */
export async function pairingCode(
  deps: MyInstanceDeps & RefreshDeps,
  request: InstanceRequest,
  phone: string,
): Promise<{ code: string }> {
  const instance = await myPairingInstance(deps, request);
  const { gateway, ref } = lineAt(deps, instance);
  const asked = await gateway.requestPairingCode(ref, phone.replace('+', ''), { waitMs });
  if (asked.outcome === 'ok') return { code: asked.code };
  const { code, status } = asked.error;
  deps.log('line.noPairingCode', { instanceId: instance.id, generation: instance.generation, code, status });
  throw isRefusal(asked.error) ? new Refusal('instance.pairingCodeRefused') : unavailable();
}

/** WAHA answers 500 for a number that WhatsApp does not accept. */
const isRefusal = ({ code, status }: GatewayError): boolean =>
  code === 'upstream' || code === 'rejected' || (code === 'unreachable' && status === 500);
