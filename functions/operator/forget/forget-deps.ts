import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createDeviceList } from '#functions/data/alexa/device-list.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createForgettingStore } from '#functions/data/people/forgetting-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';

import type { Operator } from '../operator.ts';

export function forgetDeps(operator: Operator) {
  const { table, now, newId } = operator;
  return {
    table,
    now,
    newId,
    log: () => undefined,
    forgetting: createForgettingStore(table),
    workspaces: createWorkspaceStore(table),
    links: createAmazonLinkStore({ table, now, newId }),
    grants: createGrantStore(table, now),
    listDevices: createDeviceList(table),
    instances: createInstanceStore(table, now),
    moves: createLineMoveStore(table),
    outbox: createOutboxStore(table),
    subscriptions: createSubscriptionStore(table),
  };
}

export type ForgetDeps = ReturnType<typeof forgetDeps>;
