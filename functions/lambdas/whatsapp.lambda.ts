import { randomUUID } from 'node:crypto';

import { askToLook } from '#functions/billing/request-sync.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { newNumericId, newToken } from '#functions/platform/hashes.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { whatsappHandlers } from '#functions/whatsapp/handlers.ts';
import {
  log,
  now,
  realConfig,
  realMetrics,
  realSeal,
  realTable,
  reportUnreadable as report,
  signedInPlatform,
  warmUp,
} from '#functions/wiring/process.ts';
import { realGateways } from '#functions/wiring/whatsapp-gateways.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';

const table = realTable();
warmUp(['origin', 'encryption', 'whatsapp'], { table });

const subscriptions = createSubscriptionStore(table, report);

const handlers = whatsappHandlers({
  table,
  workspaces: createWorkspaceStore(table, report),
  subscriptions,
  lookAgain: askToLook({ subscriptions, now }),
  instances: createInstanceStore(table, now, report),
  moves: createLineMoveStore(table, report),
  groups: createGroupStore(table, report),
  gateways: realGateways(),
  seal: realSeal(),
  metrics: realMetrics(),
  webhookUrl: realConfig().WEBHOOK_URL,
  newId: randomUUID,
  newNumericId,
  newToken,
  log,
  now,
});

export const handler = serve(whatsappContract, handlers, signedInPlatform());
