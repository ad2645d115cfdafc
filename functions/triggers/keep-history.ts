import { newRunIn, type ChangedTrigger, type Run } from '#functions/data/items/trigger-item.ts';
import type { Counted, ExecutionStore } from '#functions/data/triggers/execution-store.ts';
import type { RunStore } from '#functions/data/triggers/run-store.ts';
import type { GroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';
import { isFailed, type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';

export type KeptRun = Run & { workspaceId: number };

type Deps = {
  executions: Pick<ExecutionStore, 'keep'>;
  runs: Pick<RunStore, 'forgetWho' | 'dropOvertaken'>;
  people: Pick<GroupPersonStore, 'seen'>;
  workspaces: { exists(workspaceId: number): Promise<boolean> };
};

/** Returns the id of a trigger that has a new run and whose routine confirms runs. */
export function confirmingTrigger(change: ChangedTrigger): string | undefined {
  return change.after.receipt && newRunIn(change) && change.after.id;
}

/** Outcomes that the owner may have to be notified of. The end of a grant queues its own check. */
const telling: ReadonlySet<Outcome> = new Set<Outcome>(['loop', 'skillNotEnabled']);

/** A planned run may be the nightly check, so its failure may be news even after a failed run. */
const mayTell = ({ channel, outcome }: Run, earlier: Outcome | undefined): boolean =>
  channel === 'schedule' ? isFailed(outcome) : telling.has(outcome) && outcome !== earlier;

/** Returns the run if it shows something new about its workspace, or that a loop may be over. */
export function tellingRun(change: ChangedTrigger): { workspaceId: number; id: string } | undefined {
  const { before, after } = change;
  const run = newRunIn(change);
  if (!run) return undefined;
  const isTry = after.chain?.triedAt !== undefined && before?.chain?.triedAt === undefined;
  if (!isTry && !mayTell(run, before?.run?.outcome)) return undefined;
  return { workspaceId: after.workspaceId, id: run.id };
}

/**
 * Stores a new run in the history. Idempotent. The name of a group member moves from the trigger to the history, which
 * expires.
 */
export async function keepHistory(deps: Deps, change: ChangedTrigger): Promise<KeptRun | undefined> {
  const run = newRunIn(change);
  if (!run) return undefined;
  const { id: triggerId, workspaceId, overtaken } = change.after;
  if (!(await deps.workspaces.exists(workspaceId))) return undefined;
  const outcome = await deps.executions.keep({ workspaceId, triggerId }, run, countedAs(run));
  const { channel, who, person, at } = run;
  if (person !== undefined && who !== undefined) await deps.people.seen(workspaceId, { person, name: who, seenAt: at });
  if (run === overtaken) await deps.runs.dropOvertaken(workspaceId, triggerId, run.id);
  else if (channel === 'group' && who !== undefined) await deps.runs.forgetWho(workspaceId, triggerId, run.id);
  return outcome === 'kept' ? { ...run, workspaceId } : undefined;
}

const countedBy = { yes: 'sent', maybe: 'maybe', no: 'failed' } as const;

/** A suppressed echo, and a refusal by a limit or a condition, is neither a success nor a failure. */
function countedAs({ outcome }: { outcome: Outcome }): Counted | undefined {
  const { reached, merges } = outcomes[outcome];
  return merges || outcome === 'echo' ? undefined : countedBy[reached];
}
