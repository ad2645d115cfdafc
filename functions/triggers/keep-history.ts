import * as z from 'zod/mini';

import type { ExecutionStore } from '#functions/data/triggers/execution-store.ts';
import type { RunStore } from '#functions/data/triggers/run-store.ts';
import { triggerItem, type Run, type TriggerItem } from '#functions/data/triggers/trigger-item.ts';
import type { GroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';
import { isFailed, type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';

export type KeptRun = Run & { workspaceId: number };

type Deps = {
  executions: Pick<ExecutionStore, 'keep'>;
  runs: Pick<RunStore, 'forgetWho'>;
  people: Pick<GroupPersonStore, 'seen'>;
  workspaces: { exists(workspaceId: number): Promise<boolean> };
};
type Image = Readonly<Record<string, unknown>>;

/** The trigger that has a new run and whose routine confirms runs. */
export function confirmingTrigger(before: Image | undefined, after: Image): string | undefined {
  const trigger = withNewRun(before, after);
  return trigger?.receipt && trigger.id;
}

const withRun = z.object({ run: z.object({ id: z.string(), outcome: z.optional(z.string()) }) });
const withTry = z.object({ chain: z.object({ triedAt: z.number() }) });

/** What a run may have found that its owner should be told of; whatever ends a grant queues its own look. */
const telling: ReadonlySet<Outcome> = new Set<Outcome>(['loop', 'skillNotEnabled']);

/** A run of the clock may be a night: also one that failed as the one before may be news. */
const mayTell = ({ channel, outcome }: Run, earlier: string | undefined): boolean =>
  channel === 'schedule' ? isFailed(outcome) : telling.has(outcome) && outcome !== earlier;

/** The run that shows something new about its workspace, also that a loop may be over. */
export function tellingRun(before: Image | undefined, after: Image): { workspaceId: number; id: string } | undefined {
  const trigger = withNewRun(before, after);
  if (!trigger) return undefined;
  const earlier = withRun.safeParse(before).data?.run.outcome;
  const isTry = withTry.safeParse(after).success && !withTry.safeParse(before).success;
  if (!isTry && !mayTell(trigger.run, earlier)) return undefined;
  return { workspaceId: trigger.workspaceId, id: trigger.run.id };
}

/**
 * Doing it again changes nothing. The name of a group's member moves to the history, which expires; the trigger does
 * not.
 */
export async function keepHistory(deps: Deps, before: Image | undefined, after: Image): Promise<KeptRun | undefined> {
  const trigger = withNewRun(before, after);
  if (!trigger) return undefined;
  const { id: triggerId, workspaceId, run } = trigger;
  if (!(await deps.workspaces.exists(workspaceId))) return undefined;
  const outcome = await deps.executions.keep({ workspaceId, triggerId }, run, countedAs(run));
  const { channel, who, person, at } = run;
  if (person !== undefined && who !== undefined) await deps.people.seen(workspaceId, { person, name: who, seenAt: at });
  if (channel === 'group' && who !== undefined) await deps.runs.forgetWho(workspaceId, triggerId, run.id);
  return outcome === 'kept' ? { ...run, workspaceId } : undefined;
}

function withNewRun(before: Image | undefined, after: Image): (TriggerItem & { run: Run }) | undefined {
  const { data: trigger } = triggerItem.safeParse(after);
  const { run } = trigger ?? {};
  return trigger && run && withRun.safeParse(before).data?.run.id !== run.id ? { ...trigger, run } : undefined;
}

/** An echo that was held back, and what a limit or a condition refused, is neither a success nor a failure. */
const countedAs = ({ outcome }: { outcome: Outcome }): 'sent' | 'failed' | undefined =>
  outcome === 'sent' ? 'sent' : outcomes[outcome].refusal && !outcomes[outcome].merges ? 'failed' : undefined;
