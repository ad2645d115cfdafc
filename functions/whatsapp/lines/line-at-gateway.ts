import { lineNameOf, type InstanceItem } from '#functions/data/items/instance-item.ts';
import type { LineRef, LineSnapshot, WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import { Refusal } from '#shared/refusals.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';

import { applyLineFact, type LineFactDeps } from './apply-line-fact.ts';

export type GatewayDeps = { gateways: { of(shardId: string): WhatsAppGateway } };
export type RefreshDeps = GatewayDeps & LineFactDeps;

type Line = { gateway: WhatsAppGateway; ref: LineRef };

/** Throws `instance.notConnected`. */
export function lineAt({ gateways }: GatewayDeps, instance: InstanceItem): Line {
  const { shardId } = instance;
  if (shardId === undefined) throw new Refusal('instance.notConnected');
  return { gateway: gateways.of(shardId), ref: { shardId, lineName: lineNameOf(instance) } };
}

/** A snapshot whose state is `unknown` does not change the stored status. */
export type RefreshedLine = { snapshot: LineSnapshot; chipStatus: ChipStatus };

/** The page polls every five seconds. */
const refreshMs = 8_000;

export async function refreshLine(
  deps: RefreshDeps,
  instance: InstanceItem,
  timeoutMs = refreshMs,
): Promise<RefreshedLine> {
  const { gateway, ref } = lineAt(deps, instance);
  const asked = deps.now();
  const snapshot = await gateway.describeLine(ref, { timeoutMs });
  const { state, self } = snapshot;
  return { snapshot, chipStatus: await applyGatewayState(deps, instance, { state, self, at: asked }) };
}

export async function applyGatewayState(
  deps: LineFactDeps,
  { id: instanceId, generation, chipStatus }: InstanceItem,
  { at, ...said }: Pick<LineSnapshot, 'state'> & { self?: LineSnapshot['self'] | undefined; at: Date },
): Promise<ChipStatus> {
  if (said.state === 'unknown') return chipStatus;
  const applied = await applyLineFact(deps, { instanceId, generation, fact: { kind: 'gateway', ...said }, at });
  return applied.outcome === 'notFound' ? 'DISCONNECTED' : applied.instance.chipStatus;
}

export const unavailable = (): Refusal => new Refusal('whatsapp.unavailable', { retryAfterSeconds: 8 });
