import { randomUUID } from 'node:crypto';

import type { Context } from 'aws-lambda';

import { answerDirective, type SkillDeps, type Spoken } from '#functions/alexa/skill/answer-directive.ts';
import type { AlexaMessage } from '#functions/alexa/skill/messages.ts';
import { createTokenToUser } from '#functions/alexa/skill/token-to-user.ts';
import { createFindDevice } from '#functions/data/alexa/device-list.ts';
import { createLwaTokenStore } from '#functions/data/alexa/lwa-token-store.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { createHttp } from '#functions/providers/http.ts';
import { realLinks } from '#functions/wiring/amazon-links.ts';
import { realCorridor } from '#functions/wiring/execution.ts';
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
} from '#functions/wiring/process.ts';

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
