import { randomUUID } from 'node:crypto';

import { createDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { triggersHandlers } from '#functions/triggers/handlers.ts';
import { realCorridor } from '#functions/wiring/execution.ts';
import {
  now,
  realConfig,
  realTable,
  reportUnreadable as report,
  signedInPlatform,
  warmUp,
} from '#functions/wiring/process.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';

const table = realTable();
warmUp(['origin', 'encryption', 'alexa'], { table });

const handlers = triggersHandlers({
  workspaces: createWorkspaceStore(table, report),
  triggers: createTriggerStore(table, { now, newId: randomUUID }, report),
  deviceStory: createDeviceStory(table, now, report),
  outbox: createOutboxStore(table, report),
  executions: createExecutionStore(table, now, report),
  execute: realCorridor(),
  starter: realConfig().ALEXA_STARTER,
  newId: randomUUID,
  now,
});

export const handler = serve(triggersContract, handlers, signedInPlatform());
