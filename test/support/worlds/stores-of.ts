import { createDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { createReportedStore } from '#functions/data/alexa/reported-store.ts';
import { createTokenStore } from '#functions/data/alexa/token-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { amazonLinks } from '#functions/wiring/parts/amazon-links.ts';
import type { World } from '#functions/wiring/world.ts';

export const storesOf = (world: World) => {
  const { table, now, newId, report } = world;
  return {
    ...amazonLinks(world),
    users: createUserStore(table, report),
    subscriptions: createSubscriptionStore(table, report),
    reported: createReportedStore(table, now, report),
    tokens: createTokenStore(table, now, report),
    outbox: createOutboxStore(table, report),
    triggers: createTriggerStore(table, { now, newId }, report),
    deviceStory: createDeviceStory(table, now, report),
    instances: createInstanceStore(table, now, report),
    moves: createLineMoveStore(table, report),
    groups: createGroupStore(table, report),
  };
};
