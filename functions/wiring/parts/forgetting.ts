import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createDeviceList } from '#functions/data/alexa/device-list.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createDeletionStore } from '#functions/data/people/deletion-store.ts';
import { createForgettingStore } from '#functions/data/people/forgetting-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';

import type { World } from '../world.ts';

export const forgetting = ({ table, now, newId }: Pick<World, 'table' | 'now' | 'newId'>) => ({
  table,
  now,
  newId,
  log: () => undefined,
  deletions: createDeletionStore(table),
  forgetting: createForgettingStore(table),
  workspaces: createWorkspaceStore(table),
  links: createAmazonLinkStore({ table, now, newId }),
  grants: createGrantStore(table, now),
  listDevices: createDeviceList(table),
  instances: createInstanceStore(table, now),
  moves: createLineMoveStore(table),
  outbox: createOutboxStore(table),
  subscriptions: createSubscriptionStore(table),
});
