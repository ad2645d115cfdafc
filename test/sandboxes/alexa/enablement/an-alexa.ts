import { isRecord } from '../../kit.ts';
import { redirected, sandboxClient, textOf } from '../../sandbox-client.ts';
import { defaultClients, defaultSkill } from '../../world.ts';

export const callback = 'http://app.test/api/auth/amazon/callback';
const linkingScope = 'alexa::skills:account_linking';
const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' };
const verifier = 'c'.repeat(43);

type Request = { region?: '' | '/eu' | '/fe'; token: string; skillId?: string };

/** Calls the sandbox like the product, without its code. */
export function anAlexa(url: string) {
  const client = sandboxClient(url);
  const { amazonWeb, amazonSkill } = defaultClients;

  async function codeFor(person: string, fields: Record<string, string>): Promise<string> {
    const asked = { response_type: 'code', redirect_uri: callback, login_hint: person, ...fields };
    return redirected(await client.get(`/amazon/ap/oa?${new URLSearchParams(asked).toString()}`), 'code') ?? '';
  }

  async function request(method: string, { region = '', token, skillId = defaultSkill.id }: Request, body?: unknown) {
    const response = await fetch(`${url}/alexa${region}/v1/users/~current/skills/${skillId}/enablement`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, body: parsed };
  }

  return {
    client,
    /** A token that allows enabling the skill for the user. */
    async linkingToken(person = 'ana'): Promise<string> {
      const code = await codeFor(person, { client_id: amazonSkill.id, scope: linkingScope, ...challenge });
      const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
      const secrets = { client_id: amazonSkill.id, client_secret: amazonSkill.secret };
      return textOf(await client.form('/amazon/auth/o2/token', { ...fields, ...secrets }), 'access_token');
    },
    /** An unused code of the web client. */
    authCode: (person = 'ana', more: Record<string, string> = {}) =>
      codeFor(person, { client_id: amazonWeb.id, scope: 'profile', ...more }),
    pkce: challenge,
    get: (at: Request) => request('GET', at),
    delete: (at: Request) => request('DELETE', at),
    put: (at: Request) => request('PUT', at, {}),
    post: (at: Request, authCode: string, more: object = {}) =>
      request('POST', at, {
        stage: 'live',
        accountLinkRequest: { redirectUri: callback, authCode, type: 'AUTH_CODE' },
        ...more,
      }),
    endpoints: (token: string, region = '') =>
      client.get(`/alexa${region}/v1/alexaApiEndpoint`, { authorization: `Bearer ${token}` }),
    async home(person = 'ana'): Promise<Record<string, unknown>> {
      const { body } = await client.get(`/alexa/home/${person}.json`);
      return isRecord(body) ? body : {};
    },
    act: (name: string, body: object = {}, person = 'ana') => client.json(`/alexa/home/${person}/${name}`, body),
    order: (name: string, body: object) => client.json(`/alexa/_${name}`, body),
  };
}
