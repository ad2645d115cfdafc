import { planFeaturesOf } from '#functions/billing/plan-features.ts';
import type { RunFacts } from '#functions/data/triggers/run-store.ts';
import { featuresOf, type Feature } from '#shared/rules/billing/plans.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import { dependsOnPlan, whyNotRun } from '#shared/rules/execution/why-not-run.ts';

import type { ExecuteDeps, Progress } from './run.ts';

export type Reading = { facts: RunFacts; features: ReadonlySet<Feature>; refusal: Outcome | undefined };

type ReadFactsDeps = Pick<ExecuteDeps, 'runs' | 'runsPerMinute' | 'chainOn' | 'requestSync' | 'log' | 'now'>;

export async function readFacts(
  deps: ReadFactsDeps,
  { request: { channel, workspaceId, triggerId, startedAt }, deadline }: Progress,
): Promise<Reading> {
  const { runs, runsPerMinute, chainOn, now } = deps;
  const withSubscription = dependsOnPlan(channel);
  const facts = current(await runs.facts({ workspaceId, triggerId, withSubscription, deadline }));
  const { workspace, trigger, access, subscription } = facts;
  const features = withSubscription ? await planFeaturesOf(deps, workspaceId, subscription) : featuresOf('none');
  if (!workspace || !trigger) return { facts, features, refusal: undefined };
  const known = { channel, workspace, features, trigger: { ...trigger, eventAt: trigger.rangAt }, access, startedAt };
  return { facts, features, refusal: whyNotRun({ ...known, chainOn, now: now(), runsPerMinute }) };
}

const current = (facts: RunFacts): RunFacts =>
  facts.trigger && facts.trigger.link !== facts.workspace?.link?.number ? { ...facts, trigger: undefined } : facts;
