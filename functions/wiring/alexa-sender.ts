import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { SendDeps } from '#functions/alexa/events/send-to-gateway.ts';
import { createTokenMemory } from '#functions/alexa/events/token-memory.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createTokenStore } from '#functions/data/alexa/token-store.ts';
import { createAlexaEvents } from '#functions/providers/alexa-events.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { createHttp } from '#functions/providers/http.ts';

import { log, now, realConfig, realSeal, realSecrets, realTable, reportUnreadable as report } from './process.ts';

/** Everything real that a message to Alexa needs; once per process, for the sake of its connections. */
export function realSender(): SendDeps {
  const config = realConfig();
  const table = realTable();
  const http = createHttp(now);
  const urls = {
    NA: config.ALEXA_EVENT_GATEWAY_URL,
    ...(config.ALEXA_EVENT_GATEWAY_URL_EU && { EU: config.ALEXA_EVENT_GATEWAY_URL_EU }),
    ...(config.ALEXA_EVENT_GATEWAY_URL_FE && { FE: config.ALEXA_EVENT_GATEWAY_URL_FE }),
  };
  return {
    tokens: createTokenStore(table, now, report),
    grants: createGrantStore(table, now, report),
    seal: realSeal(),
    memory: createTokenMemory(realSeal()),
    login: createAmazonLogin({ config, http }),
    gateway: createAlexaEvents({ http, urls }),
    client: realSecrets().alexa,
    newId: randomUUID,
    pause,
    log,
    now,
  };
}
