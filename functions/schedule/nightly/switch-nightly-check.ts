import { nightlyId, type PlannedRunItem } from '#functions/data/items/planned-run-item.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';
import type { PlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { DepsOf } from '#functions/platform/deps-of.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { roomFor } from '#functions/triggers/create-trigger.ts';
import { deleteTrigger } from '#functions/triggers/delete-trigger.ts';
import type { NightlyCheck } from '#shared/contracts/nightly-check.ts';
import { Refusal } from '#shared/refusals.ts';
import { nightlyRule } from '#shared/rules/nightly/nightly.ts';

import { nextMoment } from '../next-moment.ts';
import { confirmingTrigger, type ConfirmingTriggerDeps } from './confirming-trigger.ts';
import { readNightlyCheck, type ReadNightlyDeps } from './read-nightly-check.ts';

export type SwitchNightlyDeps = ReadNightlyDeps &
  ConfirmingTriggerDeps &
  DepsOf<typeof deleteTrigger> & {
    users: { find(userId: string): Promise<UserItem | undefined> };
    plannedRuns: Pick<PlannedRunStore, 'find' | 'add' | 'replace' | 'remove'>;
  };

type Person = { userId: string; workspaceId: number };
type Wish = { on: boolean; timeZone?: string | undefined };

/**
 * Stores the planned run first, with the id of its trigger, so that a repeated request completes an interrupted one.
 * Throws `workspace.inactive`, `amazon.notLinked`, `trigger.limitReached` and `plannedRun.zoneMissing`.
 */
export async function switchNightlyCheck(deps: SwitchNightlyDeps, person: Person, wish: Wish): Promise<NightlyCheck> {
  const { workspaceId } = person;
  if (wish.on) await switchOn(deps, person, wish.timeZone);
  else await switchOff(deps, workspaceId);
  return readNightlyCheck(deps, workspaceId);
}

async function switchOn(deps: SwitchNightlyDeps, person: Person, wished: string | undefined): Promise<void> {
  const item = await retryOnConflict({}, () => beginChecks(deps, person, wished));
  const language = (await deps.users.find(person.userId))?.language ?? 'en';
  await confirmingTrigger(deps, { ...person, triggerId: item.triggerId, language });
  await retryOnConflict({}, () => activateChecks(deps, person.workspaceId));
}

async function beginChecks(
  deps: SwitchNightlyDeps,
  { workspaceId }: Person,
  wished: string | undefined,
): Promise<PlannedRunItem | 'conflict'> {
  const workspace = await deps.workspaces.find(workspaceId);
  const earlier = workspace && (await nightlyOf(deps, workspace));
  if (earlier) return earlier;
  // Room for the trigger and the device that confirms.
  const { number: link } = roomFor(workspace, 2);
  const timeZone = workspace?.timeZone ?? wished;
  if (timeZone === undefined) throw new Refusal('plannedRun.zoneMissing');
  const item: PlannedRunItem = {
    type: 'plannedRun',
    id: nightlyId(link),
    workspaceId,
    link,
    triggerId: deps.newId(),
    by: 'nightly',
    rule: nightlyRule(workspaceId),
    timeZone,
    paused: true,
    createdAt: deps.now().toISOString(),
    rev: 1,
  };
  const planning = { id: workspaceId, link, planChanges: workspace?.planChanges, timeZone };
  return (await deps.plannedRuns.add(item, planning, { beforeTrigger: true })) === 'added' ? item : 'conflict';
}

async function activateChecks(deps: SwitchNightlyDeps, workspaceId: number): Promise<'done' | 'conflict'> {
  const workspace = await deps.workspaces.find(workspaceId);
  const seen = workspace && (await nightlyOf(deps, workspace));
  if (!seen?.paused) return 'done';
  const { paused: _, ...rest } = seen;
  const timeZone = workspace?.timeZone ?? seen.timeZone;
  const next = { ...rest, timeZone, nextAt: nextMoment({ rule: seen.rule }, timeZone, deps.now()) };
  const planning = { id: workspaceId, link: seen.link, planChanges: workspace?.planChanges, timeZone };
  return (await deps.plannedRuns.replace([{ seen, next }], planning)) === 'done' ? 'done' : 'conflict';
}

/** Deletes the trigger, which also deletes everything else of the check. */
async function switchOff(deps: SwitchNightlyDeps, workspaceId: number): Promise<void> {
  const workspace = await deps.workspaces.find(workspaceId);
  const item = workspace && (await nightlyOf(deps, workspace));
  if (!item) return;
  const isThere = await deps.triggers.find(workspaceId, item.triggerId, item.link);
  if (isThere) await deleteTrigger(deps, { workspaceId, triggerId: item.triggerId });
  else await deps.plannedRuns.remove(item);
}

async function nightlyOf({ plannedRuns }: SwitchNightlyDeps, { id, link }: WorkspaceItem) {
  const item = link && (await plannedRuns.find(id, nightlyId(link.number)));
  return item === 'canceled' ? undefined : item;
}
