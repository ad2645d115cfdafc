import * as z from 'zod/mini';

import type { ExecutionStore } from '#functions/data/triggers/execution-store.ts';
import type { RunStore } from '#functions/data/triggers/run-store.ts';
import { triggerItem, type Run, type TriggerItem } from '#functions/data/triggers/trigger-item.ts';
import { type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';

export type KeptRun = Run & { workspaceId: number };

type Deps = {
  executions: Pick<ExecutionStore, 'keep'>;
  runs: Pick<RunStore, 'forgetWho'>;
  workspaces: { exists(workspaceId: number): Promise<boolean> };
};
type Image = Readonly<Record<string, unknown>>;

/** The trigger that has a new run and whose routine confirms runs. */
export function confirmingTrigger(before: Image | undefined, after: Image): string | undefined {
  const trigger = withNewRun(before, after);
  return trigger?.receipt && trigger.id;
}

const withRun = z.object({ run: z.object({ id: z.string() }) });

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
  if (run.channel === 'group' && run.who !== undefined) await deps.runs.forgetWho(workspaceId, triggerId, run.id);
  return outcome === 'kept' ? { ...run, workspaceId } : undefined;
}

function withNewRun(before: Image | undefined, after: Image): (TriggerItem & { run: Run }) | undefined {
  const { data: trigger } = triggerItem.safeParse(after);
  const { run } = trigger ?? {};
  return trigger && run && withRun.safeParse(before).data?.run.id !== run.id ? { ...trigger, run } : undefined;
}

/** A voice command that was held back as an echo is neither a success nor a failure. */
const countedAs = ({ outcome }: { outcome: Outcome }): 'sent' | 'failed' | undefined =>
  outcome === 'sent' ? 'sent' : outcomes[outcome].refusal && 'failed';
