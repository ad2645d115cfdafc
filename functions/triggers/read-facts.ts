import type { RunFacts } from '#functions/data/run-store.ts';
import type { Outcome } from '#shared/rules/execution.ts';

import { doorMs } from './deadline.ts';
import type { ExecuteDeps, RunRequest } from './run.ts';
import { dependsOnPlan, whyNotRun } from './why-not-run.ts';

/** What a run has to know, and why it may not go on. */
export type Look = { facts: RunFacts; refusal: Outcome | undefined };

/**
 * Reads what a run has to know with one cheap read; but nobody is refused because of what the table has not spread yet:
 * before a "no", the same is read once more, consistently.
 */
export async function readFacts(
  deps: Pick<ExecuteDeps, 'runs' | 'runsPerMinute' | 'now'>,
  request: RunRequest,
): Promise<Look> {
  // The loop guard has to see a run that was recorded a moment ago.
  if (request.door === 'voice') return look(deps, request, true);
  const first = await look(deps, request, false);
  const { workspace, trigger } = first.facts;
  const settled = workspace && trigger && request.mayEnter(workspace);
  if (!settled || (first.refusal && first.refusal !== 'tooMany')) return look(deps, request, true);
  // Whether its contact is still open decides what a run has to say first, and an old answer would lose the run.
  return trigger.starter === 'contact-sensor' && !first.refusal ? look(deps, request, true) : first;
}

async function look(
  { runs, runsPerMinute, now }: Pick<ExecuteDeps, 'runs' | 'runsPerMinute' | 'now'>,
  { door, workspaceId, triggerId, startedAt }: RunRequest,
  consistent: boolean,
): Promise<Look> {
  const request = { workspaceId, triggerId, consistent, withSubscription: dependsOnPlan(door) };
  const facts = current(await runs.facts({ ...request, deadline: startedAt.getTime() + doorMs }));
  const { workspace, trigger } = facts;
  if (!workspace || !trigger) return { facts, refusal: undefined };
  return { facts, refusal: whyNotRun({ ...facts, workspace, trigger, door, startedAt, now: now(), runsPerMinute }) };
}

/** A trigger of another link than the present one does not exist. */
const current = (facts: RunFacts): RunFacts =>
  facts.trigger && facts.trigger.link !== facts.workspace?.link?.number ? { ...facts, trigger: undefined } : facts;
