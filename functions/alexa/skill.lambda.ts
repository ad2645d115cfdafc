import { randomUUID } from 'node:crypto';

import { createFindDevice } from '#functions/data/device-list.ts';
import { createLwaTokenStore } from '#functions/data/lwa-token-store.ts';
import {
  log,
  now,
  realConfig,
  realSeal,
  realSecrets,
  realTable,
  reportUnreadable,
  warmUp,
} from '#functions/platform/deps.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { createHttp } from '#functions/providers/http.ts';
import { realCorridor } from '#functions/triggers/corridor.ts';

import { answerDirective, type SkillDeps, type Spoken } from './answer-directive.ts';
import type { AlexaMessage } from './messages.ts';
import { realLinks } from './real-link.ts';
import { createTokenToUser } from './token-to-user.ts';

const table = realTable();
warmUp(['amazon', 'alexa', 'encryption'], { table });

const config = realConfig();
const login = createAmazonLogin({ config, http: createHttp(now) });
const secrets = realSecrets();
const execute = realCorridor();

/** A directive that arrives twice within this time runs once. */
const rememberSeconds = 600;

const fire = async ({ workspaceId, triggerId, messageId, startedAt }: Spoken) => {
  const once = { key: messageId, lifeSeconds: rememberSeconds };
  // The token was checked, and the trigger was found through the workspace that its user has linked.
  const mayEnter = (): boolean => true;
  return (await execute({ door: 'voice', workspaceId, triggerId, startedAt, mayEnter, once })).outcome;
};

const deps: SkillDeps = {
  ...realLinks(),
  tokenToUser: createTokenToUser({
    known: createLwaTokenStore(table, now, reportUnreadable),
    login,
    client: secrets.amazon,
    log,
    now,
  }),
  messagingClient: secrets.alexa,
  region: config.ALEXA_REGION,
  findTrigger: createFindDevice(table, reportUnreadable),
  newId: randomUUID,
  seal: realSeal(),
  login,
  fire,
  log,
  now,
};

/** Alexa invokes this with every directive; nothing is done after the answer. */
export const handler = (event: unknown): Promise<AlexaMessage> => answerDirective(deps, event);
