import { randomUUID } from 'node:crypto';

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { askToLook } from '#functions/billing/ask-to-look.ts';
import { createGroupFactsStore } from '#functions/data/group-facts-store.ts';
import { createGroupLimitStore } from '#functions/data/group-limit-store.ts';
import { createGroupMessageStore } from '#functions/data/group-message-store.ts';
import { createGroupStore } from '#functions/data/group-store.ts';
import { createInstanceStore } from '#functions/data/instance-store.ts';
import { createLineMoveStore } from '#functions/data/line-move-store.ts';
import { createSubscriptionStore } from '#functions/data/subscription-store.ts';
import { createTriggerStore } from '#functions/data/trigger-store.ts';
import { createUserStore } from '#functions/data/user-store.ts';
import {
  log,
  now,
  realMetrics,
  realSeal,
  realTable,
  reportUnreadable as report,
  warmUp,
} from '#functions/platform/deps.ts';
import { realCorridor } from '#functions/triggers/corridor.ts';

import { applyLineFact, type FactRequest, type LineFactDeps } from './apply-line-fact.ts';
import { createLineMemory } from './inbound/line-memory.ts';
import { createNoteAlive } from './inbound/note-alive.ts';
import { receiveDelivery, type DeliveryDeps } from './inbound/receive-delivery.ts';
import { takeEvent, type TakeDeps } from './inbound/take-event.ts';
import { realGateways } from './real-gateways.ts';

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
