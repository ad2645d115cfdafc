import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { Log } from '#functions/platform/log.ts';
import type { GroupSummary } from '#functions/providers/whatsapp/gateway.ts';
import { Refusal } from '#shared/refusals.ts';

import { lineAt, unavailable, type GatewayDeps } from '../lines/line-at-gateway.ts';

export type GroupsAtGatewayDeps = GatewayDeps & { log: Log };

/** The first list after linking is slow; API Gateway gives up after 30 s. */
const askMs = 22_000;

/** Throws `instance.notConnected` and `whatsapp.unavailable`. */
export async function groupsAtGateway(deps: GroupsAtGatewayDeps, instance: InstanceItem): Promise<GroupSummary[]> {
  const { id: instanceId, generation } = instance;
  const { gateway, ref } = lineAt(deps, instance);
  const found = await gateway.listGroups(ref, { timeoutMs: askMs });
  if (found.outcome === 'ok') return found.groups;
  const { code, status } = found.error;
  deps.log('line.groupsFailed', { instanceId, generation, shard: ref.shardId, code, status });
  throw code === 'wrong_state' || code === 'not_found' ? new Refusal('instance.notConnected') : unavailable();
}
