import { requestSync } from '#functions/billing/request-sync.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createCodeLimitStore } from '#functions/data/whatsapp/code-limit-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { newNumericId, newToken } from '#functions/platform/hashes.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { whatsappHandlers } from '#functions/whatsapp/handlers.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import { signedInPlatform } from './parts/platform.ts';
import { whatsappGateways } from './parts/whatsapp-gateways.ts';
import type { SealedWorld } from './world.ts';

export const whatsappApi = (world: SealedWorld) =>
  serve(whatsappContract, whatsappHandlers(whatsappCalls(world)), signedInPlatform(world));

export function whatsappCalls(world: SealedWorld, gateways = whatsappGateways(world)) {
  const { config, table, seal, metrics, newId, log, now, report } = world;
  const subscriptions = createSubscriptionStore(table, report);
  return {
    table,
    workspaces: createWorkspaceStore(table, report),
    subscriptions,
    requestSync: requestSync({ subscriptions, now }),
    instances: createInstanceStore(table, now, report),
    moves: createLineMoveStore(table, report),
    groups: createGroupStore(table, report),
    codeLimits: createCodeLimitStore(table, now),
    gateways,
    seal,
    metrics,
    webhookUrl: config.WEBHOOK_URL,
    newId,
    newNumericId,
    newToken,
    log,
    now,
  };
}
