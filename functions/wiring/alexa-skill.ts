import type { Context } from 'aws-lambda';

import type { AlexaMessage } from '#functions/alexa/messages/skill-messages.ts';
import { answerDirective, type SkillDeps, type VoiceCommand } from '#functions/alexa/skill/answer-directive.ts';
import { createTokenToUser } from '#functions/alexa/skill/token-to-user.ts';
import { createConnectingStore } from '#functions/data/alexa/connecting-store.ts';
import { createFindDevice } from '#functions/data/alexa/device-list.ts';
import { createLwaTokenStore } from '#functions/data/alexa/lwa-token-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import type { RunRequest } from '#functions/triggers/execution/run.ts';

import { amazonLinks } from './parts/amazon-links.ts';
import { enablingRefused } from './parts/enables-skill.ts';
import { execution } from './parts/execution.ts';
import type { SealedWorld } from './world.ts';

/** A directive that arrives twice within this time is executed once. */
const rememberSeconds = 600;

export function alexaSkill(world: SealedWorld) {
  const { config, secrets, table, seal, http, metrics, newId, log, now, report } = world;
  const login = createAmazonLogin({ config, http });
  const execute = execution(world);
  const fire = async ({ link: linkNumber, messageId, ...spoken }: VoiceCommand, requestId: string) => {
    const once = { key: messageId, lifeSeconds: rememberSeconds };
    const mayFire: RunRequest['mayFire'] = ({ link }) => link?.number === linkNumber;
    return (await execute({ channel: 'voice', ...spoken, mayFire, once, requestId })).outcome;
  };
  const receipts = createReceiptStore(table, now, report);
  const deps: Omit<SkillDeps, 'fire' | 'log'> = {
    ...amazonLinks(world),
    tokenToUser: createTokenToUser({
      known: createLwaTokenStore(table, now, report),
      login,
      client: secrets.amazon,
      log,
      now,
    }),
    messagingClient: secrets.alexa,
    connecting: createConnectingStore(table, now, report),
    enablingRefused: enablingRefused(world),
    region: config.ALEXA_REGION,
    hearReceipt: ({ triggerId, messageId, startedAt }) =>
      receipts.hear(triggerId, { id: hashOf(messageId), at: startedAt.getTime() }),
    findTrigger: createFindDevice(table, report),
    newId,
    seal,
    login,
    metrics,
    now,
  };
  return (event: unknown, { awsRequestId }: Pick<Context, 'awsRequestId'>): Promise<AlexaMessage> =>
    answerDirective(
      {
        ...deps,
        fire: (spoken) => fire(spoken, awsRequestId),
        log: (about, details, cause) => log(about, { requestId: awsRequestId, ...details }, cause),
      },
      event,
    );
}
