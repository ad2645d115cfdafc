import { createDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { triggersHandlers } from '#functions/triggers/handlers.ts';
import { historyContract } from '#shared/contracts/history.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';

import { execution } from './parts/execution.ts';
import { signedInPlatform } from './parts/platform.ts';
import type { SealedWorld } from './world.ts';

export function triggersApi(world: SealedWorld) {
  const { config, table, newId, now, report } = world;
  const handlers = triggersHandlers({
    workspaces: createWorkspaceStore(table, report),
    triggers: createTriggerStore(table, { now, newId }, report),
    deviceStory: createDeviceStory(table, now, report),
    outbox: createOutboxStore(table, report),
    grants: createGrantStore(table, now, report),
    chainOn: config.ALEXA_SKILL_ID !== undefined,
    executions: createExecutionStore(table, now, report),
    execute: execution(world),
    triggerKind: config.ALEXA_STARTER,
    newId,
    now,
  });
  return serve({ ...triggersContract, ...historyContract }, handlers, signedInPlatform(world));
}
