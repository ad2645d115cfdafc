import { accessKeysHandlers } from '#functions/access-keys/handlers.ts';
import { createAccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import { createDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createPlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import { createDayStore } from '#functions/data/triggers/day-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createGroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { scheduleHandlers } from '#functions/schedule/handlers.ts';
import { triggersHandlers } from '#functions/triggers/handlers.ts';
import { planOfGroups } from '#functions/whatsapp/groups/plan-of-groups.ts';
import { accessKeysContract } from '#shared/contracts/access-keys.ts';
import { checkContract } from '#shared/contracts/check.ts';
import { historyContract } from '#shared/contracts/history.ts';
import { nightlyCheckContract } from '#shared/contracts/nightly-check.ts';
import { plansContract } from '#shared/contracts/plans.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';

import { enablesSkill } from './parts/enables-skill.ts';
import { executionAndCheck } from './parts/execution.ts';
import { signedInPlatform } from './parts/platform.ts';
import type { SealedWorld } from './world.ts';

export function triggersApi(world: SealedWorld) {
  const { config, table, seal, newId, log, now, report } = world;
  const platform = signedInPlatform(world);
  const numbers = {
    groups: createGroupStore(table, report),
    instances: createInstanceStore(table, now, report),
    subscriptions: createSubscriptionStore(table, report),
    log,
    now,
  };
  const deps = {
    users: createUserStore(table, report),
    plannedRuns: createPlannedRunStore(table, now, report),
    workspaces: createWorkspaceStore(table, report),
    triggers: createTriggerStore(table, { now, newId }, report),
    accessKeys: createAccessKeyStore(table, now, report),
    seal,
    deviceStory: createDeviceStory(table, now, report),
    outbox: createOutboxStore(table, report),
    grants: createGrantStore(table, now, report),
    enablesSkill: enablesSkill(world),
    executions: createExecutionStore(table, now, report),
    days: createDayStore(table, report),
    ...executionAndCheck(world, (workspaceId) => planOfGroups(numbers, workspaceId)),
    people: createGroupPersonStore(table, now, report),
    originSecret: platform.originSecret,
    triggerKind: config.ALEXA_STARTER,
    newId,
    now,
  };
  const contract = {
    ...triggersContract,
    ...historyContract,
    ...checkContract,
    ...plansContract,
    ...nightlyCheckContract,
    ...accessKeysContract,
  };
  const handlers = { ...triggersHandlers(deps), ...scheduleHandlers(deps), ...accessKeysHandlers(deps) };
  return serve(contract, handlers, platform);
}
