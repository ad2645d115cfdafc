import type { InstanceItem } from '#functions/data/instance-item.ts';
import type { LineState, WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import { endingStates } from '#shared/rules/chip-status.ts';

import { applyLineFact, type LineFact } from './apply-line-fact.ts';
import { lineAt, type LookDeps } from './line-at-gateway.ts';
import { myInstance, type InstanceRequest, type MineDeps } from './my-instance.ts';
import { isUsable } from './usable-gateway.ts';

const askMs = 10_000;

/**
 * A page saw no connection: the gateway is asked again before anything is put away. Only what it then calls ended takes
 * line and groups along, of all workspaces that share the number; weather makes the number LOST and takes nothing.
 */
export async function updateDisconnectedStatus(
  deps: MineDeps & LookDeps,
  request: InstanceRequest,
): Promise<{ groupsDeleted: boolean }> {
  const { root } = await myInstance(deps, request);
  if (!root) return { groupsDeleted: false };
  const { instance } = root;
  const { gateway, ref } = lineAt(deps, instance);
  const at = deps.now();
  const { state, self } = await gateway.describeLine(ref, { timeoutMs: askMs });
  const fact = await factOf(gateway, state, self);
  const { id: instanceId, generation }: InstanceItem = instance;
  const applied = await applyLineFact(deps, { instanceId, generation, fact, at });
  return { groupsDeleted: applied.outcome === 'applied' && applied.groupsDeleted };
}

type Self = Extract<LineFact, { kind: 'gateway' }>['self'];

async function factOf(gateway: WhatsAppGateway, state: LineState, self: Self): Promise<LineFact> {
  if (state === 'connected') return { kind: 'gateway', state, self };
  const isEnd = endingStates.has(asEvent(state)) && (await isUsable(gateway));
  if (isEnd) return { kind: 'gateway', state, confirmed: true };
  return { kind: 'user', action: 'reportLoss' };
}

const asEvent = (state: LineState) => (state === 'unknown' ? 'connecting' : state);
