import { randomUUID } from 'node:crypto';

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { askToLook } from '#functions/billing/request-sync.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createGroupFactsStore } from '#functions/data/whatsapp/group-facts-store.ts';
import { createGroupLimitStore } from '#functions/data/whatsapp/group-limit-store.ts';
import { createGroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { createLineMemory } from '#functions/whatsapp/inbound/line-memory.ts';
import { receiveDelivery, type DeliveryDeps } from '#functions/whatsapp/inbound/receive-delivery.ts';
import { createNoteAlive } from '#functions/whatsapp/inbound/record-alive.ts';
import { takeEvent, type TakeDeps } from '#functions/whatsapp/inbound/take-event.ts';
import { applyLineFact, type FactRequest, type LineFactDeps } from '#functions/whatsapp/lines/apply-line-fact.ts';
import { realCorridor } from '#functions/wiring/execution.ts';
import {
  log,
  now,
  realMetrics,
  realSeal,
  realTable,
  reportUnreadable as report,
  warmUp,
} from '#functions/wiring/process.ts';
import { realGateways } from '#functions/wiring/whatsapp-gateways.ts';

const table = realTable();
warmUp(['encryption', 'whatsapp', 'alexa'], { table });

const newId = (): string => randomUUID();
const gateways = realGateways();
const metrics = realMetrics();
const instances = createInstanceStore(table, now, report);
const moves = createLineMoveStore(table, report);
const factDeps: LineFactDeps = { instances, moves, table, newId, log, now };

const takeDeps: TakeDeps = {
  gateways,
  instances,
  moves,
  groups: createGroupStore(table, report),
  facts: createGroupFactsStore(table, now, report),
  messages: createGroupMessageStore(table, now, report),
  limits: createGroupLimitStore(table, now, report),
  triggers: createTriggerStore(table, { now, newId }, report),
  users: createUserStore(table, report),
  lookAgain: askToLook({ subscriptions: createSubscriptionStore(table, report), now }),
  execute: realCorridor(),
  applyFact: (request: FactRequest) => applyLineFact(factDeps, request),
  noteAlive: createNoteAlive({ instances, moves, log, now }),
  metrics,
  newId,
  log,
  now,
};

const deps: DeliveryDeps = {
  findLine: createLineMemory({ instances, seal: realSeal(), now }),
  gateways,
  take: (delivery, event) => takeEvent(takeDeps, delivery, event),
  metrics,
  log,
  now,
};

export const handler = (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  receiveDelivery(deps, event);
