import type { GroupItem } from '#functions/data/items/group-item.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { Group } from '#shared/contracts/whatsapp.ts';
import { Refusal } from '#shared/refusals.ts';
import { prefixProblem } from '#shared/rules/group-commands/prefix.ts';
import type { SuccessStyle } from '#shared/rules/group-commands/success-styles.ts';
import type { Language } from '#shared/rules/language.ts';

import { byNameIn } from '../lines/by-name.ts';
import { isStillLinked, readEffectiveNumber, type EffectiveNumberDeps } from '../lines/effective-number.ts';

type ListDeps = EffectiveNumberDeps & { groups: Pick<GroupStore, 'list'> };

export async function listGroups(deps: ListDeps, workspaceId: number, language: Language): Promise<Group[]> {
  const [number, groups] = await Promise.all([readEffectiveNumber(deps, workspaceId), deps.groups.list(workspaceId)]);
  if (!number) return [];
  const byName = byNameIn(language);
  const heard = groups.filter((group) => isStillLinked(group, number));
  return heard.map(groupReply).sort((one, other) => byName(one.name, other.name));
}

export const groupReply = ({ id, name, jid, workspaceId, successAs, prefix }: GroupItem): Group => ({
  id,
  name,
  jid,
  workspaceId,
  successAs,
  prefix: prefix ?? null,
});

type Wanted = { workspaceId: number; groupId: number };

type FindDeps = EffectiveNumberDeps & { groups: Pick<GroupStore, 'find'> };

async function linkedGroup(deps: FindDeps, { workspaceId, groupId }: Wanted): Promise<GroupItem> {
  const [number, group] = await Promise.all([
    readEffectiveNumber(deps, workspaceId),
    deps.groups.find(workspaceId, groupId),
  ]);
  if (!number || !group || !isStillLinked(group, number)) throw new Refusal('group.notFound');
  return group;
}

type ChangeDeps = FindDeps & { groups: Pick<GroupStore, 'setSuccess' | 'setPrefix'> };

type Change = { successAs?: SuccessStyle | undefined; prefix?: string | null | undefined };

/** Throws `group.notFound`, `group.prefixInvalid`. A prefix of null requires none. */
export async function changeGroup(
  deps: ChangeDeps,
  wanted: Wanted,
  { successAs, prefix: given }: Change,
): Promise<Group> {
  const group = await linkedGroup(deps, wanted);
  const problem = typeof given === 'string' ? prefixProblem(given) : undefined;
  if (problem) throw new Refusal(problem, { fields: { prefix: problem } });
  const prefix = given === undefined ? group.prefix : (given ?? undefined);
  const done = [
    successAs !== undefined && (await deps.groups.setSuccess(group, successAs)),
    given !== undefined && (await deps.groups.setPrefix(group, prefix)),
  ];
  if (done.includes('changed')) throw new Refusal('group.notFound');
  return groupReply({ ...group, successAs: successAs ?? group.successAs, prefix });
}

type UnlinkDeps = FindDeps & { groups: Pick<GroupStore, 'remove'> };

/** Throws `group.notFound`. */
export async function unlinkGroup(deps: UnlinkDeps, wanted: Wanted): Promise<void> {
  await deps.groups.remove(await linkedGroup(deps, wanted));
}
