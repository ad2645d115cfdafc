import { randomUUID } from 'node:crypto';

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { ringDevice } from '#functions/alexa/events/send-run-event.ts';
import type { SendDeps } from '#functions/alexa/events/send-to-gateway.ts';
import { createTokenMemory } from '#functions/alexa/events/token-memory.ts';
import { answerDirective, type Spoken } from '#functions/alexa/skill/answer-directive.ts';
import { createTokenToUser } from '#functions/alexa/skill/token-to-user.ts';
import { askToLook } from '#functions/billing/request-sync.ts';
import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { createDeviceList, createFindDevice } from '#functions/data/alexa/device-list.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createLwaTokenStore } from '#functions/data/alexa/lwa-token-store.ts';
import { createTokenStore } from '#functions/data/alexa/token-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createClaimStore } from '#functions/data/triggers/claim-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createGroupFactsStore } from '#functions/data/whatsapp/group-facts-store.ts';
import { createGroupLimitStore } from '#functions/data/whatsapp/group-limit-store.ts';
import { createGroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { readConfig } from '#functions/platform/config.ts';
import { frontSecret } from '#functions/platform/http/request-origin.ts';
import { serve } from '#functions/platform/http/serve.ts';
import type { Log } from '#functions/platform/log.ts';
import { createSeal } from '#functions/platform/seal.ts';
import { createSecrets } from '#functions/platform/secrets.ts';
import { createAlexaEvents } from '#functions/providers/alexa-events.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { createHttp, type Http } from '#functions/providers/http.ts';
import { chooseGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import { answerWebhook } from '#functions/triggers/answer-webhook.ts';
import { executeTrigger } from '#functions/triggers/execution/execute-trigger.ts';
import type { RunRequest } from '#functions/triggers/execution/run.ts';
import { triggersHandlers } from '#functions/triggers/handlers.ts';
import { handleEvent, type EventDeps } from '#functions/whatsapp/inbound/handle-event.ts';
import { createLineMemory } from '#functions/whatsapp/inbound/line-memory.ts';
import { receiveDelivery } from '#functions/whatsapp/inbound/receive-delivery.ts';
import { createRecordAlive } from '#functions/whatsapp/inbound/record-alive.ts';
import { applyLineFact, type FactRequest } from '#functions/whatsapp/lines/apply-line-fact.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';

import { aContext } from '../support/worlds/an-event.ts';
import type { ReadSecret } from './injected/secret-faults.ts';

/** What a process is given by its place. */
export type Surroundings = {
  /** Settings as a function reads them from its environment. */
  settings: Readonly<Record<string, string>>;
  table: Table;
  readSecret: ReadSecret;
  log: Log;
  now: () => Date;
  /** How long anybody waits for another company, at most; in good weather as long as the product does. */
  mostCallMs?: number;
  /** Whoever is dead sends nothing any more. */
  isDead?: () => boolean;
};

/** Who waits for less in the product waits for less here; whoever is dead for ever. */
const withPatience =
  (http: Http, { mostCallMs = Infinity, isDead = () => false }: Pick<Surroundings, 'mostCallMs' | 'isDead'>): Http =>
  (call) =>
    isDead() ? new Promise(() => undefined) : http({ ...call, timeoutMs: Math.min(call.timeoutMs, mostCallMs) });

export type Product = ReturnType<typeof aProcess>;

/**
 * The functions behind the four doors as one cold process has them: the product's own parts, put together as its
 * `*.lambda.ts` files do, on settings, secrets and a clock of its own.
 */
export function aProcess({ settings, table, readSecret, log, now, ...limits }: Surroundings) {
  const config = readConfig(settings);
  const http = withPatience(createHttp(now), limits);
  const secrets = createSecrets({ read: readSecret, log, now });
  const seal = createSeal(secrets);
  const login = createAmazonLogin({ config, http });
  const newId = (): string => randomUUID();
  const metrics = (): void => undefined;
  const report = (item: { type: string }): void => log('item.unreadable', item);
  const stores = {
    workspaces: createWorkspaceStore(table, report),
    links: createAmazonLinkStore({ table, now, newId, report }),
    grants: createGrantStore(table, now, report),
    listDevices: createDeviceList(table, report),
    triggers: createTriggerStore(table, { now, newId }, report),
    instances: createInstanceStore(table, now, report),
    moves: createLineMoveStore(table, report),
    users: createUserStore(table, report),
  };
  const sender: SendDeps = {
    tokens: createTokenStore(table, now, report),
    grants: stores.grants,
    seal,
    memory: createTokenMemory(seal),
    login,
    gateway: createAlexaEvents({ http, urls: { NA: config.ALEXA_EVENT_GATEWAY_URL } }),
    client: secrets.alexa,
    newId,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    log,
    now,
  };
  const requestSync = askToLook({ subscriptions: createSubscriptionStore(table, report), now });
  const corridor = {
    runs: createRunStore(table, now, report),
    claims: createClaimStore(table, now, report),
    requestSync,
    ring: (...[bell, run]: Parameters<typeof ringDevice> extends [unknown, ...infer Rest] ? Rest : never) =>
      ringDevice(sender, bell, run),
    runsPerMinute: config.RUNS_PER_MINUTE,
    metrics,
    newId,
    log,
    now,
  };
  const execute = (request: RunRequest) => executeTrigger(corridor, request);
  const originSecret = frontSecret(secrets, config);
  const platform = { appUrl: config.APP_URL, originSecret, log, now };

  const click = serve(
    triggersContract,
    triggersHandlers({
      ...stores,
      deviceStory: createDeviceStory(table, now, report),
      outbox: createOutboxStore(table, report),
      executions: createExecutionStore(table, now, report),
      execute,
      starter: config.ALEXA_STARTER,
      newId,
      now,
    }),
    { ...platform, sessions: createSessionStore(table, report), users: stores.users },
  );

  const skill = {
    ...stores,
    tokenToUser: createTokenToUser({
      known: createLwaTokenStore(table, now, report),
      login,
      client: secrets.amazon,
      log,
      now,
    }),
    messagingClient: secrets.alexa,
    region: config.ALEXA_REGION,
    findTrigger: createFindDevice(table, report),
    fire: async ({ workspaceId, triggerId, messageId, startedAt }: Spoken) => {
      const once = { key: messageId, lifeSeconds: 600 };
      return (await execute({ door: 'voice', workspaceId, triggerId, startedAt, mayEnter: () => true, once })).outcome;
    },
    newId,
    seal,
    login,
    log,
    metrics,
    now,
  };

  const gateways = chooseGateways({
    http,
    now,
    wait: sender.pause,
    shards: config.WHATSAPP_SHARDS,
    keys: secrets.whatsapp,
    signer: { credentials: () => undefined, region: config.AWS_REGION },
  });
  const factDeps = { instances: stores.instances, moves: stores.moves, table, newId, log, now };
  const eventDeps: EventDeps = {
    ...stores,
    gateways,
    groups: createGroupStore(table, report),
    facts: createGroupFactsStore(table, now, report),
    messages: createGroupMessageStore(table, now, report),
    limits: createGroupLimitStore(table, now, report),
    requestSync,
    execute,
    applyFact: (request: FactRequest) => applyLineFact(factDeps, request),
    recordAlive: createRecordAlive({ ...stores, log, now }),
    metrics,
    newId,
    log,
    now,
  };
  const delivery = {
    findLine: createLineMemory({ instances: stores.instances, seal, now }),
    gateways,
    handleEvent: (...[of, event]: Parameters<typeof handleEvent> extends [unknown, ...infer Rest] ? Rest : never) =>
      handleEvent(eventDeps, of, event),
    metrics,
    log,
    now,
  };

  return {
    webhook: (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
      answerWebhook({ execute, originSecret, log, metrics, now }, event),
    click: (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => click(event, aContext()),
    skill: (directive: unknown): Promise<unknown> => answerDirective(skill, directive),
    inbound: (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
      receiveDelivery(delivery, event),
    seal,
  };
}
