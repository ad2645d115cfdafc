import type { GroupChoice } from '#shared/contracts/whatsapp.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Language } from '#shared/rules/language.ts';

import { byNameIn } from '../lines/by-name.ts';
import { myInstance, type InstanceRequest, type MyInstanceDeps } from '../numbers/my-instance.ts';
import { groupsAtGateway, type GroupsAtGatewayDeps } from './groups-at-gateway.ts';

/** Throws `instance.notConnected` and `whatsapp.unavailable`. */
export async function listGatewayGroups(
  deps: MyInstanceDeps & GroupsAtGatewayDeps,
  request: InstanceRequest,
  language: Language,
): Promise<GroupChoice[]> {
  const { root } = await myInstance(deps, request);
  if (root?.instance.chipStatus !== 'CONNECTED') throw new Refusal('instance.notConnected');
  const found = await groupsAtGateway(deps, root.instance);
  const byName = byNameIn(language);
  return found
    .map(({ jid, name, canPost }) => ({ jid, name, canPost }))
    .sort((one, other) => byName(one.name, other.name));
}
