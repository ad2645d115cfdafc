import type { Run, ChangedTrigger, TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { Counted, ExecutionStore } from '#functions/data/triggers/execution-store.ts';
import type { RunStore } from '#functions/data/triggers/run-store.ts';
import type { GroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';
import { isFailed, type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';

export type KeptRun = Run & { workspaceId: number };

type Deps = {
  executions: Pick<ExecutionStore, 'keep'>;
  runs: Pick<RunStore, 'forgetWho'>;
  people: Pick<GroupPersonStore, 'seen'>;
  workspaces: { exists(workspaceId: number): Promise<boolean> };
};

/** Returns the id of a trigger that has a new run and whose routine confirms runs. */
export function confirmingTrigger(change: ChangedTrigger): string | undefined {
  const trigger = withNewRun(change);
  return trigger?.receipt && trigger.id;
}

/** Outcomes that the owner may have to be notified of. The end of a grant queues its own check. */
const telling: ReadonlySet<Outcome> = new Set<Outcome>(['loop', 'skillNotEnabled']);

/** A planned run may be the nightly check, so its failure may be news even after a failed run. */
const mayTell = ({ channel, outcome }: Run, earlier: Outcome | undefined): boolean =>
  channel === 'schedule' ? isFailed(outcome) : telling.has(outcome) && outcome !== earlier;

/** Returns the run if it shows something new about its workspace, or that a loop may be over. */
export function tellingRun(change: ChangedTrigger): { workspaceId: number; id: string } | undefined {
  const { before } = change;
  const trigger = withNewRun(change);
  if (!trigger) return undefined;
  const isTry = trigger.chain?.triedAt !== undefined && before?.chain?.triedAt === undefined;
  if (!isTry && !mayTell(trigger.run, before?.run?.outcome)) return undefined;
  return { workspaceId: trigger.workspaceId, id: trigger.run.id };
}

/**
 * Stores a new run in the history. Idempotent. The name of a group member moves from the trigger to the history, which
 * expires.
 */
export async function keepHistory(deps: Deps, change: ChangedTrigger): Promise<KeptRun | undefined> {
  const trigger = withNewRun(change);
  if (!trigger) return undefined;
  const { id: triggerId, workspaceId, run } = trigger;
  if (!(await deps.workspaces.exists(workspaceId))) return undefined;
  const outcome = await deps.executions.keep({ workspaceId, triggerId }, run, countedAs(run));
  const { channel, who, person, at } = run;
  if (person !== undefined && who !== undefined) await deps.people.seen(workspaceId, { person, name: who, seenAt: at });
  if (channel === 'group' && who !== undefined) await deps.runs.forgetWho(workspaceId, triggerId, run.id);
  return outcome === 'kept' ? { ...run, workspaceId } : undefined;
}

function withNewRun({ before, after }: ChangedTrigger): (TriggerItem & { run: Run }) | undefined {
  const { run } = after;
  return run && before?.run?.id !== run.id ? { ...after, run } : undefined;
}

const countedBy = { yes: 'sent', maybe: 'maybe', no: 'failed' } as const;

/** A suppressed echo, and a refusal by a limit or a condition, is neither a success nor a failure. */
function countedAs({ outcome }: { outcome: Outcome }): Counted | undefined {
  const { reached, merges } = outcomes[outcome];
  return merges || outcome === 'echo' ? undefined : countedBy[reached];
}
