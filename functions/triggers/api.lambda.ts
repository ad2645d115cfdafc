import { randomUUID } from 'node:crypto';

import { createDeviceStory } from '#functions/data/device-story.ts';
import { createExecutionStore } from '#functions/data/execution-store.ts';
import { createOutboxStore } from '#functions/data/outbox-store.ts';
import { createTriggerStore } from '#functions/data/trigger-store.ts';
import { createWorkspaceStore } from '#functions/data/workspace-store.ts';
import {
  now,
  realConfig,
  realTable,
  reportUnreadable as report,
  signedInPlatform,
  warmUp,
} from '#functions/platform/deps.ts';
import { serve } from '#functions/platform/serve.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';

import { realCorridor } from './corridor.ts';
import { triggersHandlers } from './handlers.ts';

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
