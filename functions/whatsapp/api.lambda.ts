import { randomUUID } from 'node:crypto';

import { askToLook } from '#functions/billing/ask-to-look.ts';
import { createGroupStore } from '#functions/data/group-store.ts';
import { createInstanceStore } from '#functions/data/instance-store.ts';
import { createLineMoveStore } from '#functions/data/line-move-store.ts';
import { createSubscriptionStore } from '#functions/data/subscription-store.ts';
import { createWorkspaceStore } from '#functions/data/workspace-store.ts';
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
} from '#functions/platform/deps.ts';
import { newNumericId, newToken } from '#functions/platform/random.ts';
import { serve } from '#functions/platform/serve.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import { whatsappHandlers } from './handlers.ts';
import { realGateways } from './real-gateways.ts';

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
