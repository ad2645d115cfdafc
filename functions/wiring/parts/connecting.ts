import { limitsMs, renewAccessToken } from '#functions/alexa/events/renew-access-token.ts';
import { createConnectingStore } from '#functions/data/alexa/connecting-store.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createTokenStore } from '#functions/data/alexa/token-store.ts';
import type { AccessItem } from '#functions/data/items/grant-item.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { createAlexaEnablement, type AlexaEnablement } from '#functions/providers/alexa-enablement.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';

import type { SealedWorld } from '../world.ts';
import { enablingRefused } from './enables-skill.ts';

const refreshMs = 3_000;
const waitMs = 6_000;

/** Dependencies for connecting an account, in addition to those of the sign-in. */
export function connecting(world: SealedWorld) {
  const { config, table, now, report, seal, secrets } = world;
  const tokens = createTokenStore(table, now, report);
  const login = createAmazonLogin({ config, http: world.http });
  const grants = createGrantStore(table, now, report);
  const renewing = { ...world, tokens, grants, login, client: secrets.alexa };
  return {
    seal,
    enablement: enablementOf(world),
    comparesAccounts: config.ALEXA_COMPARES_ACCOUNTS,
    connecting: createConnectingStore(table, now, report),
    enablingRefused: enablingRefused(world),
    findAccess: (workspaceId: number) => tokens.findAccess({ workspaceId }),
    async checkAccess(workspaceId: number, access: AccessItem) {
      const limits = { deadline: deadlineIn(now, waitMs), refreshMs, refused: true, limitMs: limitsMs.signIn };
      const renewal = await renewAccessToken(renewing, { workspaceId }, access, { ...limits, notifiesOwner: false });
      // An outage proves nothing, but the end of the grant may have been stored even though the response of the table
      // was lost.
      return renewal.outcome === 'usable' ? renewal.access : tokens.findAccess({ workspaceId });
    },
  };
}

function enablementOf({ config, http }: SealedWorld): AlexaEnablement | undefined {
  const { ALEXA_SKILL_ID: skillId, ALEXA_SKILL_STAGE: stage, ...settings } = config;
  if (skillId === undefined) return undefined;
  const { ALEXA_API_URL: NA, ALEXA_API_URL_EU: EU, ALEXA_API_URL_FE: FE } = settings;
  const urls = { NA, ...(EU !== undefined && { EU }), ...(FE !== undefined && { FE }) };
  return createAlexaEnablement({ http, urls, skillId, stage });
}
