import type { SendDeps } from '#functions/alexa/events/send-to-gateway.ts';
import { createTokenMemory } from '#functions/alexa/events/token-memory.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createTokenStore } from '#functions/data/alexa/token-store.ts';
import { createAlexaEvents } from '#functions/providers/alexa-events.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';

import type { SealedWorld } from '../world.ts';

/** Created once per function, so that connections are reused. */
export function alexaSender({ config, table, secrets, seal, http, ...world }: SealedWorld): SendDeps {
  const { now, report, newId, pause, log } = world;
  const urls = {
    NA: config.ALEXA_EVENT_GATEWAY_URL,
    ...(config.ALEXA_EVENT_GATEWAY_URL_EU && { EU: config.ALEXA_EVENT_GATEWAY_URL_EU }),
    ...(config.ALEXA_EVENT_GATEWAY_URL_FE && { FE: config.ALEXA_EVENT_GATEWAY_URL_FE }),
  };
  return {
    tokens: createTokenStore(table, now, report),
    grants: createGrantStore(table, now, report),
    seal,
    memory: createTokenMemory(seal),
    login: createAmazonLogin({ config, http }),
    gateway: createAlexaEvents({ http, urls }),
    client: secrets.alexa,
    newId,
    pause,
    log,
    now,
  };
}
