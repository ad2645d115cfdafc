import { createAmazonLinkStore } from '#functions/data/amazon-link-store.ts';
import { createDeviceList } from '#functions/data/device-list.ts';
import { createForgettingStore } from '#functions/data/forgetting-store.ts';
import { createGrantStore } from '#functions/data/grant-store.ts';
import { createInstanceStore } from '#functions/data/instance-store.ts';
import { createLineMoveStore } from '#functions/data/line-move-store.ts';
import { createOutboxStore } from '#functions/data/outbox-store.ts';
import { createSubscriptionStore } from '#functions/data/subscription-store.ts';
import { createWorkspaceStore } from '#functions/data/workspace-store.ts';

import type { Operator } from '../operator.ts';

/** The product's own stores, for the product's own ways of ending things. */
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
