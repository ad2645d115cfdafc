import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { requestSync } from '#functions/billing/request-sync.ts';
import { createDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createPermitStore } from '#functions/data/triggers/permit-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createGroupFactsStore } from '#functions/data/whatsapp/group-facts-store.ts';
import { createGroupLimitStore } from '#functions/data/whatsapp/group-limit-store.ts';
import { createGroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import { createGroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { handleEvent, type HandleEventDeps } from '#functions/whatsapp/inbound/handle-event.ts';
import { createLineMemory } from '#functions/whatsapp/inbound/line-memory.ts';
import { receiveDelivery, type DeliveryDeps } from '#functions/whatsapp/inbound/receive-delivery.ts';
import { createRecordAlive } from '#functions/whatsapp/inbound/record-alive.ts';
import { applyLineFact } from '#functions/whatsapp/lines/apply-line-fact.ts';
import { skillPageAddress } from '#shared/rules/skill-page.ts';

import { enablesSkill } from './parts/enables-skill.ts';
import { execution } from './parts/execution.ts';
import { rateLimits } from './parts/rate-limits.ts';
import { whatsappGateways } from './parts/whatsapp-gateways.ts';
import type { SealedWorld } from './world.ts';

export function whatsappInbound(
  world: SealedWorld,
  { gateways = whatsappGateways(world), execute = execution(world) } = {},
) {
  const { config, table, seal, metrics, newId, log, now, pause, report } = world;
  const instances = createInstanceStore(table, now, report);
  const moves = createLineMoveStore(table, report);
  const eventDeps: HandleEventDeps = {
    gateways,
    instances,
    moves,
    groups: createGroupStore(table, report),
    facts: createGroupFactsStore(table, now, report),
    messages: createGroupMessageStore(table, now, report),
    limits: createGroupLimitStore(table, now, report),
    deviceStory: createDeviceStory(table, now, report),
    permits: createPermitStore(table, report),
    runLimits: rateLimits(config),
    triggers: createTriggerStore(table, { now, newId }, report),
    users: createUserStore(table, report),
    requestSync: requestSync({ subscriptions: createSubscriptionStore(table, report), now }),
    execute,
    people: createGroupPersonStore(table, now, report),
    receipts: createReceiptStore(table, now, report),
    pause,
    enablesSkill: enablesSkill(world),
    skillPage: (language) => skillPageAddress(config.ALEXA_SKILL_PAGE, language),
    applyFact: (request) => applyLineFact({ instances, moves, table, newId, log, now }, request),
    recordAlive: createRecordAlive({ instances, moves, log, now }),
    metrics,
    newId,
    log,
    now,
  };
  const deps: DeliveryDeps = {
    findLine: createLineMemory({ instances, seal, now }),
    gateways,
    handleEvent: (delivery, event) => handleEvent(eventDeps, delivery, event),
    metrics,
    log,
    now,
  };
  return (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => receiveDelivery(deps, event);
}
