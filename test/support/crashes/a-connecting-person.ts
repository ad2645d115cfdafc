import type { Table } from '#functions/data/table.ts';
import { createSecrets } from '#functions/platform/secrets/secrets.ts';
import type { Http, HttpReply } from '#functions/providers/http.ts';
import { alexaSkill } from '#functions/wiring/alexa-skill.ts';
import { amazonAuthApi } from '#functions/wiring/amazon-auth.ts';
import { authApi } from '#functions/wiring/auth.ts';
import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';

import { skillId } from '../worlds/an-enabling-flow.ts';
import { aContext, anEvent } from '../worlds/an-event.ts';
import { testWorld } from '../worlds/test-world.ts';

let last = 0;
const callback = 'GET /api/auth/amazon/callback';
const says = (status: number, body: unknown): HttpReply => ({
  outcome: 'reply',
  status,
  headers: {},
  body: JSON.stringify(body),
});

/** Simulated state of Alexa and Amazon. */
type Alexa = {
  isEnabled: boolean;
  codes: string[];
  disabled: number;
  /** Status of the response to enabling the skill. */
  refuses?: 400 | 403 | 404 | undefined;
  /** Error of Amazon's consent page. */
  consentSays?: string;
  /** Alexa's response to enabling the skill. */
  says?: 'ENABLING' | 'nothing';
};

/** Amazon and Alexa for one user. */
function amazonOf(person: string, alexa: Alexa): Http {
  return async ({ method, url, body }) => {
    if (url.endsWith('/token'))
      return says(200, { access_token: `Atza|${person}`, refresh_token: `Atzr|${person}`, expires_in: 3600 });
    if (url.includes('/tokeninfo')) return says(200, { aud: 'client' });
    if (url.endsWith('/profile')) return says(200, { user_id: `amzn1.account.${person}`, name: person });
    if (url.endsWith('/v1/alexaApiEndpoint')) return says(200, { endpoints: ['alexa.test'] });
    if (method === 'GET') return alexa.isEnabled ? says(200, { status: 'ENABLED' }) : says(404, {});
    if (method === 'DELETE') alexa.disabled += 1;
    if (method === 'POST' && alexa.refuses !== undefined) return says(alexa.refuses, {});
    if (method === 'POST') alexa.codes.push(JSON.parse(body ?? '').accountLinkRequest.authCode);
    alexa.isEnabled = method === 'POST';
    if (method === 'POST' && alexa.says === 'nothing') return { outcome: 'lost' };
    return method === 'POST' ? says(201, { status: alexa.says ?? 'ENABLED' }) : says(204, {});
  };
}

const acceptGrantOf = (person: string): unknown => ({
  directive: {
    header: {
      namespace: 'Alexa.Authorization',
      name: 'AcceptGrant',
      messageId: `grant-${person}`,
      payloadVersion: '3',
    },
    payload: {
      grant: { type: 'OAuth2.AuthorizationCode', code: `grant-${person}` },
      grantee: { type: 'BearerToken', token: `Atza|${person}` },
    },
  },
});

const client = JSON.stringify({ clientId: 'client', clientSecret: 'hush' });

/** A user with a browser who consents to everything at Amazon. `processOn` runs the product on a given table. */
export function aConnectingPerson(now: () => Date) {
  last += 1;
  const name = `connecting-${last}`;
  const alexa: Alexa = { isEnabled: false, codes: [], disabled: 0 };
  const jar = new Map<string, string>();
  let made = 0;
  const processOn = (own: Table) => {
    const read = async (secret: string) => (secret === 'amazon' || secret === 'alexa' ? client : undefined);
    const log = () => undefined;
    const world = testWorld({
      table: own,
      now,
      http: amazonOf(name, alexa),
      secrets: createSecrets({ read, log, now }),
      settings: {
        ALEXA_SKILL_ID: skillId,
        ALEXA_API_URL: 'https://alexa.test',
        LWA_TOKEN_URL: 'https://lwa.test/token',
        LWA_PROFILE_URL: 'https://lwa.test/profile',
        LWA_TOKENINFO_URL: 'https://lwa.test/tokeninfo',
      },
    });
    const [auth, status, skill] = [authApi(world), amazonAuthApi(world), alexaSkill(world)];
    const call = async (door: typeof auth, route: string, query: Record<string, string> = {}) => {
      const cookies = [...jar].map(([cookie, value]) => `${cookie}=${value}`);
      const answer = await door(anEvent({ route, query, cookies }), aContext());
      for (const line of answer.cookies ?? []) {
        const [cookie = '', value = ''] = line.split('; ')[0]?.split('=') ?? [];
        jar.set(cookie, value);
      }
      return answer;
    };
    const go = async (route: string, query: Record<string, string>) =>
      String((await call(auth, route, query)).headers?.['location'] ?? '');
    return {
      /**
       * Follows Amazon's pages, each of which redirects back with a code, and returns the final page of the product.
       */
      async travel(query: Record<string, string>): Promise<string> {
        let to = await go('GET /api/auth/amazon', query);
        while (to.startsWith('https://www.amazon.com/ap/oa')) {
          const { searchParams } = new URL(to);
          const isConsent = searchParams.get('scope') !== 'profile';
          const error = isConsent ? alexa.consentSays : undefined;
          const state = searchParams.get('state') ?? '';
          to = await go(
            callback,
            error === undefined ? { state, code: `code-${name}-${(made += 1)}` } : { state, error },
          );
        }
        return to;
      },
      acceptGrant: () => skill(acceptGrantOf(name), aContext()),
      status: async () =>
        amazonAuthContract.amazonAuth.reply.parse(JSON.parse((await call(status, 'GET /api/amazon-auth')).body ?? '')),
    };
  };
  return { name, alexa, processOn, account: `amzn1.account.${name}` };
}
