import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { LineSnapshot } from '#functions/providers/whatsapp/gateway.ts';
import { isEnding } from '#shared/rules/line-evidence.ts';

import { applyLineFact, type AppliedFact, type LineFact } from '../lines/apply-line-fact.ts';
import { lineAt, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { isUsableGateway, type UsableGatewayDeps } from '../lines/usable-gateway.ts';
import { myInstance, type InstanceRequest, type MyInstanceDeps } from './my-instance.ts';

/** Two questions (16 s) and one check of the gateway in two calls (10 s) fit into API Gateway's 29 s. */
const askMs = 8_000;

/**
 * Called when a page saw no connection. Only a confirmed end removes the line and its groups; a transient failure marks
 * the number as LOST.
 */
export async function updateDisconnectedStatus(
  deps: MyInstanceDeps & RefreshDeps & UsableGatewayDeps,
  request: InstanceRequest,
): Promise<{ groupsDeleted: boolean }> {
  const { root } = await myInstance(deps, request);
  if (!root) return { groupsDeleted: false };
  return retryOnConflict({ tries: 2, exhausted: () => ({ groupsDeleted: false }) }, async () => {
    const applied = await ask(deps, root.instance);
    // A newer fact arrived in between.
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
  if (isEnding(state) && (await isUsableGateway(deps, shardId, state)))
    return { kind: 'gateway', state, confirmed: true };
  return { kind: 'user', action: 'reportLoss' };
}
