import { planFeaturesOf } from '#functions/billing/plan-features.ts';
import type { RunFacts } from '#functions/data/triggers/run-store.ts';
import { doorMs } from '#functions/platform/deadline.ts';
import { featuresOf, type Feature } from '#shared/rules/billing/plans.ts';
import type { Outcome } from '#shared/rules/outcomes.ts';

import type { ExecuteDeps, RunRequest } from './run.ts';
import { dependsOnPlan, whyNotRun } from './why-not-run.ts';

/** What a run has to know, and why it may not go on. */
export type Look = { facts: RunFacts; features: ReadonlySet<Feature>; refusal: Outcome | undefined };

type LookDeps = Pick<ExecuteDeps, 'runs' | 'runsPerMinute' | 'lookAgain' | 'log' | 'now'>;

/**
 * Reads what a run has to know with one cheap read; but nobody is refused because of what the table has not spread yet:
 * before a "no", the same is read once more, consistently.
 */
export async function readFacts(deps: LookDeps, request: RunRequest): Promise<Look> {
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
  deps: LookDeps,
  { door, workspaceId, triggerId, startedAt }: RunRequest,
  consistent: boolean,
): Promise<Look> {
  const { runs, runsPerMinute, now } = deps;
  const withSubscription = dependsOnPlan(door);
  const request = { workspaceId, triggerId, consistent, withSubscription };
  const facts = current(await runs.facts({ ...request, deadline: startedAt.getTime() + doorMs }));
  const { workspace, trigger, access, subscription } = facts;
  const features = withSubscription ? await planFeaturesOf(deps, workspaceId, subscription) : featuresOf('none');
  if (!workspace || !trigger) return { facts, features, refusal: undefined };
  const known = { door, workspace, features, trigger, access, startedAt };
  return { facts, features, refusal: whyNotRun({ ...known, now: now(), runsPerMinute }) };
}

/** A trigger of another link than the present one does not exist. */
const current = (facts: RunFacts): RunFacts =>
  facts.trigger && facts.trigger.link !== facts.workspace?.link?.number ? { ...facts, trigger: undefined } : facts;
