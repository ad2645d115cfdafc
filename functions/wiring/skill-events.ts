import type { Context } from 'aws-lambda';

import { handleSkillEvent, type SkillEventOutcome } from '#functions/alexa/skill-events/handle-skill-event.ts';
import { createTokenToUser } from '#functions/alexa/skill/token-to-user.ts';
import { createLwaTokenStore } from '#functions/data/alexa/lwa-token-store.ts';
import { createSkillUserStore } from '#functions/data/alexa/skill-user-store.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';

import { amazonLinks } from './parts/amazon-links.ts';
import type { World } from './world.ts';

/** Handles Alexa's events about users who enable or disable the skill. */
export function skillEvents(world: World) {
  const { config, secrets, table, http, newId, log, now, report } = world;
  const login = createAmazonLogin({ config, http });
  const known = createLwaTokenStore(table, now, report);
  const deps = {
    ...amazonLinks(world),
    tokenToUser: createTokenToUser({ known, login, client: secrets.amazon, log, now }),
    skillUsers: createSkillUserStore(table, now, report),
    outbox: createOutboxStore(table, report),
    newId,
    now,
  };
  return (event: unknown, { awsRequestId }: Pick<Context, 'awsRequestId'>): Promise<SkillEventOutcome> =>
    handleSkillEvent(
      { ...deps, log: (about, details, cause) => log(about, { requestId: awsRequestId, ...details }, cause) },
      event,
    );
}
