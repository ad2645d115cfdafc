import type { InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import { retryOnConflict } from '#functions/platform/retry.ts';
import type { LineSnapshot } from '#functions/providers/whatsapp/gateway.ts';
import { endingStates } from '#shared/rules/chip-status.ts';

import { applyLineFact, type AppliedFact, type LineFact } from '../lines/apply-line-fact.ts';
import { lineAt, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { isUsableGateway, type UsableGatewayDeps } from '../lines/usable-gateway.ts';
import { myInstance, type InstanceRequest, type MyInstanceDeps } from './my-instance.ts';

/** Two questions, and two whether the gateway may be believed, in the time that API Gateway waits. */
const askMs = 8_000;

/**
 * A page saw no connection: the gateway is asked again before anything is put away. Only what it then calls ended takes
 * line and groups along, of all workspaces that share the number; weather makes the number LOST and takes nothing.
 */
export async function updateDisconnectedStatus(
  deps: MyInstanceDeps & RefreshDeps & UsableGatewayDeps,
  request: InstanceRequest,
): Promise<{ groupsDeleted: boolean }> {
  const { root } = await myInstance(deps, request);
  if (!root) return { groupsDeleted: false };
  return retryOnConflict({ tries: 2, exhausted: () => ({ groupsDeleted: false }) }, async () => {
    const applied = await ask(deps, root.instance);
    // News that came while the gateway was answering makes its answer late; the next one is not.
    if (applied.outcome === 'late') return 'conflict';
    return { groupsDeleted: applied.outcome === 'applied' && applied.groupsDeleted };
  });
}

async function ask(deps: RefreshDeps & UsableGatewayDeps, instance: InstanceItem): Promise<AppliedFact> {
  const { id: instanceId, generation } = instance;
  const { gateway, ref } = lineAt(deps, instance);
  const at = deps.now();
  const fact = await factOf(deps, ref.shardId, await gateway.describeLine(ref, { timeoutMs: askMs }));
  return applyLineFact(deps, { instanceId, generation, fact, at });
}

async function factOf(deps: UsableGatewayDeps, shardId: string, { state, self }: LineSnapshot): Promise<LineFact> {
  if (state === 'connected') return { kind: 'gateway', state, self };
  const isEnd = endingStates.has(asEvent(state)) && (await isUsableGateway(deps, shardId));
  if (isEnd) return { kind: 'gateway', state, confirmed: true };
  return { kind: 'user', action: 'reportLoss' };
}

const asEvent = (state: LineSnapshot['state']) => (state === 'unknown' ? 'connecting' : state);
