import type { CodeLimitStore } from '#functions/data/whatsapp/code-limit-store.ts';
import type { GatewayError } from '#functions/providers/whatsapp/gateway.ts';
import { Refusal } from '#shared/refusals.ts';
import { withoutMobileOne } from '#shared/rules/phone-digits.ts';

import { lineAt, unavailable, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { myPairingInstance, type InstanceRequest, type MyInstanceDeps } from './my-instance.ts';

type CodeLimitDeps = { codeLimits: Pick<CodeLimitStore, 'count'>; now: () => Date };

/** A new line needs a few seconds. API Gateway gives up after 29 s. */
const waitMs = 12_000;

/**
 * A code to type into WhatsApp on the phone with this number. Neither of them is stored or logged. Throws
 * `instance.notPairing`, `instance.pairingCodeTooOften`, `instance.pairingCodeRefused`, `whatsapp.unavailable`.
 */
export async function pairingCode(
  deps: MyInstanceDeps & RefreshDeps & CodeLimitDeps,
  request: InstanceRequest,
  phone: string,
): Promise<{ code: string }> {
  const instance = await myPairingInstance(deps, request);
  await limitCodes(deps, instance.workspaceId);
  const { gateway, ref } = lineAt(deps, instance);
  const asked = await gateway.requestPairingCode(ref, withoutMobileOne(phone).replace('+', ''), { waitMs });
  if (asked.outcome === 'ok') return { code: asked.code };
  const { code, status } = asked.error;
  deps.log('line.noPairingCode', { instanceId: instance.id, generation: instance.generation, code, status });
  throw isRefusal(asked.error) ? new Refusal('instance.pairingCodeRefused') : unavailable();
}

/** Without a limit, anybody could send strangers requests to link their WhatsApp, and WhatsApp would block our lines. */
async function limitCodes({ codeLimits, now }: CodeLimitDeps, workspaceId: number): Promise<void> {
  const { outcome, nextAt } = await codeLimits.count(workspaceId);
  if (outcome === 'counted') return;
  throw new Refusal('instance.pairingCodeTooOften', { retryAfterSeconds: (nextAt.getTime() - now().getTime()) / 1000 });
}

/** WAHA answers 500 for a number that WhatsApp does not accept. */
const isRefusal = ({ code, status }: GatewayError): boolean =>
  code === 'upstream' || code === 'rejected' || (code === 'unreachable' && status === 500);
