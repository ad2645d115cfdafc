import { planFeaturesOf } from '#functions/billing/plan-features.ts';
import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import type { AccessItem } from '#functions/data/items/grant-item.ts';
import type { TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { RunFacts } from '#functions/data/triggers/run-store.ts';
import { Refusal } from '#shared/refusals.ts';
import { whyNotByKey } from '#shared/rules/access-keys.ts';
import { featuresOf } from '#shared/rules/billing/plans.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import { isLimited, minuteOf } from '#shared/rules/execution/rate-limit.ts';
import {
  dependsOnPlan,
  whyNotInWorkspace,
  whyNotRun,
  type RuledRun,
  type RuledWorkspace,
} from '#shared/rules/execution/why-not-run.ts';

import { isTappedTooOften } from './key-use.ts';
import type { ExecuteDeps, Progress, RunRequest } from './run.ts';

/** A workspace without a link has no triggers. */
export type Reading = { workspace: NonNullable<RunFacts['workspace']> } & (
  | { trigger: undefined; ruled: RuledWorkspace; refusal: Outcome }
  | {
      trigger: TriggerItem;
      ruled: RuledRun;
      refusal: Outcome | undefined;
      access: AccessItem | undefined;
      accessKey: AccessKeyItem | undefined;
      /** Why the access key may not fire. The answers of its earlier runs may still be read. */
      keyProblem: ReturnType<typeof whyNotByKey>;
    }
);

export type ReadFactsDeps = Pick<ExecuteDeps, 'runs' | 'permitsOf' | 'limits' | 'requestSync' | 'log' | 'now'>;

/** Like `readFacts`, but also throws the reason if an access key cannot be used. */
export async function readUsable(...asked: Parameters<typeof readFacts>): Promise<Reading> {
  const reading = await readFacts(...asked);
  if (reading.trigger && reading.keyProblem) throw new Refusal(reading.keyProblem);
  return reading;
}

/**
 * Throws `trigger.notFound`, also for a caller who may not fire. Without a trigger, also throws the reason if an access
 * key cannot be used.
 */
export async function readFacts(
  deps: ReadFactsDeps,
  { request, deadline }: Pick<Progress, 'request' | 'deadline'>,
): Promise<Reading> {
  const { runs, limits, now } = deps;
  const { channel, workspaceId, triggerId, accessKeyId, startedAt, dueAt } = request;
  const withSubscription = dependsOnPlan(channel);
  const facts = current(await runs.facts({ workspaceId, triggerId, accessKeyId, withSubscription, deadline }));
  const { workspace, trigger, access, subscription, accessKey } = facts;
  if (!workspace || !(await request.mayFire(workspace, accessKey))) throw new Refusal('trigger.notFound');
  const keyProblem = accessKey && whyNotByKey(accessKey, now());
  const features = withSubscription ? await planFeaturesOf(deps, workspaceId, subscription) : featuresOf('none');
  const ruled = { channel, workspace, features };
  if (trigger) {
    const told = { ...trigger, eventAt: trigger.rangAt };
    const place = { workspaceId, triggerId, minute: minuteOf(now()) };
    const permits = isLimited(limits) ? await deps.permitsOf(place) : undefined;
    const conditioned = conditionedBy([trigger, accessKey], workspace, request);
    const times = { startedAt, dueAt, now: now() };
    const run: RuledRun = { ...ruled, trigger: told, access, ...times, permits, limits, conditioned };
    const tapped = accessKey && isTappedTooOften(accessKey, now()) ? 'tooMany' : undefined;
    const refusal = whyNotRun(run) ?? tapped;
    return { workspace, trigger, ruled: run, refusal, access, accessKey, keyProblem };
  }
  if (keyProblem) throw new Refusal(keyProblem);
  const refusal = channel === 'webhook' ? whyNotInWorkspace(ruled) : undefined;
  if (!refusal) throw new Refusal('trigger.notFound');
  return { workspace, trigger, ruled, refusal };
}

export const conditionedBy = (
  items: readonly (Pick<TriggerItem, 'conditions' | 'coolSince'> | undefined)[],
  { timeZone = 'UTC' }: Pick<NonNullable<RunFacts['workspace']>, 'timeZone'>,
  { person, address }: Pick<RunRequest, 'person' | 'address'>,
): RuledRun['conditioned'] => {
  const all = items.flatMap((item) => (item?.conditions ? [{ ...item, conditions: item.conditions }] : []));
  return all.length === 0 ? undefined : { all, facts: { timeZone, person, address } };
};

const current = (facts: RunFacts): RunFacts =>
  facts.trigger && facts.trigger.link !== facts.workspace?.link?.number ? { ...facts, trigger: undefined } : facts;
