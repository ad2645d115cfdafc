import { requestSync } from '#functions/billing/request-sync.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createPlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { planRun } from '#functions/schedule/plan-run.ts';
import { planByWebhook, type PlanByWebhook, type PlanByWebhookDeps } from '#functions/triggers/plan-by-webhook.ts';
import { noLimits } from '#shared/rules/execution/rate-limit.ts';

import type { World } from '../world.ts';

export function planning(world: World): PlanByWebhook {
  const { table, newId, log, now, report } = world;
  const stores = {
    workspaces: createWorkspaceStore(table, report),
    triggers: createTriggerStore(table, { now, newId }, report),
    plannedRuns: createPlannedRunStore(table, now, report),
  };
  const deps: PlanByWebhookDeps = {
    runs: createRunStore(table, now, report),
    // Checked when the plan is due.
    permitsOf: () => undefined,
    limits: noLimits,
    requestSync: requestSync({ subscriptions: createSubscriptionStore(table, report), now }),
    planRun: (wish) => planRun({ ...stores, newId, now }, wish),
    log,
    now,
  };
  return (request, wish) => planByWebhook(deps, request, wish);
}
