import { createAccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import { createKeyUseStore } from '#functions/data/access-keys/key-use-store.ts';
import { createNotificationStore } from '#functions/data/findings/notification-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { findingsHandlers } from '#functions/findings/handlers.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { findingsContract } from '#shared/contracts/findings.ts';

import { foundIn } from './parts/found.ts';
import { signedInPlatform } from './parts/platform.ts';
import type { World } from './world.ts';

export function findingsApi(world: World) {
  const { table, newId, log, now, report } = world;
  const handlers = findingsHandlers({
    ...foundIn(world),
    accessKeys: createAccessKeyStore(table, now, report),
    keyUses: createKeyUseStore(table, now, report),
    log,
    workspaces: createWorkspaceStore(table, report),
    triggers: createTriggerStore(table, { now, newId }, report),
    told: createNotificationStore(table, report),
  });
  return serve(findingsContract, handlers, signedInPlatform(world));
}
