import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { findCurrentLink, type CurrentLinkDeps } from '#functions/triggers/current-link.ts';
import { requireZone } from '#functions/triggers/require-zone.ts';
import { maxKeyNameLength } from '#shared/access-key-limits.ts';
import { Refusal } from '#shared/refusals.ts';
import { hasEnded } from '#shared/rules/access-keys.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { tidyName, workspaceNameProblem } from '#shared/rules/names.ts';

export type KeySettingsDeps = CurrentLinkDeps & { triggers: Pick<TriggerStore, 'find'>; now: () => Date };

type KeySettings = { triggers: 'all' | readonly string[]; signed: boolean; page: boolean; right: 'fire' | 'read' };

/** Returns the tidied name. Throws `accessKey.nameInvalid`, for the field `name`. */
export function parseKeyName(requested: string): string {
  const name = tidyName(requested);
  const isValid = workspaceNameProblem(name) === undefined && Array.from(name).length <= maxKeyNameLength;
  if (!isValid) throw new Refusal('accessKey.nameInvalid', { fields: { name: 'accessKey.nameInvalid' } });
  return name;
}

/** Returns the ids without duplicates. Throws `trigger.notFound` for a trigger of another workspace. */
export async function parseKeyTriggers(
  deps: KeySettingsDeps,
  workspaceId: number,
  triggers: 'all' | readonly string[],
): Promise<'all' | string[]> {
  if (triggers === 'all') return triggers;
  const ids = [...new Set(triggers)];
  const link = await findCurrentLink(deps, workspaceId);
  const found = link && (await Promise.all(ids.map((id) => deps.triggers.find(workspaceId, id, link.number))));
  if (!found?.every(Boolean)) throw new Refusal('trigger.notFound');
  return ids;
}

/**
 * Throws `request.invalid` for settings that contradict each other: a guest page has one button, which only fires, and
 * a read-only key signs nothing.
 */
export function requireConsistentSettings({ triggers, signed, page, right }: KeySettings): void {
  const fault = (field: string): Refusal => new Refusal('request.invalid', { fields: { [field]: 'request.invalid' } });
  if (signed && page) throw fault('page');
  if ((signed || page) && right === 'read') throw fault('right');
  if (page && (triggers === 'all' || new Set(triggers).size !== 1)) throw fault('triggers');
}

/** Throws `accessKey.endInvalid` for an end in the past. */
export function requireEnd(conditions: { until?: string | undefined }, now: Date): void {
  if (hasEnded({ conditions }, now)) {
    throw new Refusal('accessKey.endInvalid', { fields: { 'conditions.until': 'accessKey.endInvalid' } });
  }
}

/** Throws `plannedRun.zoneMissing` if the conditions have hours and the workspace has no time zone. */
export async function requireZoneOf(
  { workspaces }: CurrentLinkDeps,
  workspaceId: number,
  conditions: Conditions | undefined,
): Promise<void> {
  if (conditions?.hours) requireZone(conditions, (await workspaces.find(workspaceId)) ?? {});
}
