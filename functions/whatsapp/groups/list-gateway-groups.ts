import type { Log } from '#functions/platform/log.ts';
import type { GroupChoice } from '#shared/contracts/whatsapp.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Language } from '#shared/rules/language.ts';

import { byNameIn } from '../lines/by-name.ts';
import { lineAt, unavailable, type GatewayDeps } from '../lines/line-at-gateway.ts';
import { myInstance, type InstanceRequest, type MyInstanceDeps } from '../numbers/my-instance.ts';

type GroupsDeps = MyInstanceDeps & GatewayDeps & { log: Log };

/** The first list after linking is slow; API Gateway gives up after 30 s. */
const askMs = 22_000;

/** Throws `instance.notConnected` and `whatsapp.unavailable`. */
export async function listGatewayGroups(
  deps: GroupsDeps,
  request: InstanceRequest,
  language: Language,
): Promise<GroupChoice[]> {
  const { root } = await myInstance(deps, request);
  if (root?.instance.chipStatus !== 'CONNECTED') throw new Refusal('instance.notConnected');
  const { id: instanceId, generation } = root.instance;
  const { gateway, ref } = lineAt(deps, root.instance);
  const found = await gateway.listGroups(ref, { timeoutMs: askMs });
  if (found.outcome === 'failed') {
    const { code, status } = found.error;
    deps.log('line.groupsFailed', { instanceId, generation, shard: ref.shardId, code, status });
    throw code === 'wrong_state' || code === 'not_found' ? new Refusal('instance.notConnected') : unavailable();
  }
  const byName = byNameIn(language);
  return found.groups
    .map(({ jid, name, canPost }) => ({ jid, name, canPost }))
    .sort((one, other) => byName(one.name, other.name));
}
