import { randomUUID } from 'node:crypto';

import type { Context } from 'aws-lambda';

import { createFindDevice } from '#functions/data/device-list.ts';
import { createLwaTokenStore } from '#functions/data/lwa-token-store.ts';
import {
  log,
  now,
  realConfig,
  realMetrics,
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

const fire = async ({ workspaceId, triggerId, messageId, startedAt }: Spoken, requestId: string) => {
  const once = { key: messageId, lifeSeconds: rememberSeconds };
  // The token was checked, and the trigger was found through the workspace that its user has linked.
  const mayEnter = (): boolean => true;
  return (await execute({ door: 'voice', workspaceId, triggerId, startedAt, mayEnter, once, requestId })).outcome;
};

const deps: Omit<SkillDeps, 'fire' | 'log'> = {
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
  metrics: realMetrics(),
  now,
};

/** Alexa invokes this with every directive; nothing is done after the answer. Every line of it carries AWS's id of it. */
export const handler = (event: unknown, { awsRequestId }: Pick<Context, 'awsRequestId'>): Promise<AlexaMessage> =>
  answerDirective(
    {
      ...deps,
      fire: (spoken) => fire(spoken, awsRequestId),
      log: (about, details, cause) => log(about, { requestId: awsRequestId, ...details }, cause),
    },
    event,
  );
