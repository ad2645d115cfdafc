import type { InstanceItem } from '#functions/data/instance-item.ts';
import type { LineState } from '#functions/providers/whatsapp/gateway.ts';
import { endingStates } from '#shared/rules/chip-status.ts';

import { applyLineFact, type LineFact } from './apply-line-fact.ts';
import { lineAt, type LookDeps } from './line-at-gateway.ts';
import { myInstance, type InstanceRequest, type MineDeps } from './my-instance.ts';

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
  const fact = factOf(state, self);
  const { id: instanceId, generation }: InstanceItem = instance;
  const applied = await applyLineFact(deps, { instanceId, generation, fact, at });
  return { groupsDeleted: applied.outcome === 'applied' && applied.groupsDeleted };
}

function factOf(state: LineState, self: Extract<LineFact, { kind: 'gateway' }>['self']): LineFact {
  if (state === 'connected') return { kind: 'gateway', state, self };
  if (endingStates.has(asEvent(state))) return { kind: 'gateway', state, confirmed: true };
  return { kind: 'user', action: 'reportLoss' };
}

const asEvent = (state: LineState) => (state === 'unknown' ? 'connecting' : state);
