import * as z from 'zod/mini';

import type { Config } from '#functions/platform/config.ts';
import { json } from '#functions/platform/json.ts';
import type { ClientSecret } from '#functions/platform/secrets/secrets.ts';

import { createIdTokenCheck, formsOf, type GoogleAccount } from './google-id-token.ts';
import type { Http, HttpReply } from './http.ts';

type Authorize = {
  clientId: string;
  redirectUri: string;
  state: string;
  nonce: string;
  codeChallenge: string;
  loginHint?: string;
};

export type GoogleSignIn = {
  code: string;
  client: ClientSecret;
  redirectUri: string;
  codeVerifier: string;
  nonce: string;
};

export type GoogleOutcome =
  | { outcome: 'account'; account: GoogleAccount }
  /** Ends this sign-in. */
  | { outcome: 'invalidGrant' | 'tokenRefused' }
  /** Our mistake. */
  | { outcome: 'misconfigured' }
  /** A transient failure. */
  | { outcome: 'unavailable' };

export type GoogleLogin = {
  /** Undefined while Google's discovery document cannot be read. */
  authorizeUrl(request: Authorize): Promise<string | undefined>;
  signIn(signIn: GoogleSignIn): Promise<GoogleOutcome>;
};

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
type Discovery = z.output<typeof discovery>;

type Deps = { config: Pick<Config, 'GOOGLE_ISSUER'>; http: Http; now: () => Date };

const discoveryLifeMs = 60 * 60_000;

/** https://developers.google.com/identity/openid-connect/openid-connect */
export function createGoogleLogin({ config, http, now }: Deps): GoogleLogin {
  const checkIdToken = createIdTokenCheck({ http, now });
  let known: { addresses: Discovery; at: number } | undefined;

  const addresses = async (): Promise<Discovery | undefined> => {
    if (known && now().getTime() - known.at < discoveryLifeMs) return known.addresses;
    const read = await readDiscovery(http, config.GOOGLE_ISSUER);
    if (read) known = { addresses: read, at: now().getTime() };
    return read ?? known?.addresses;
  };

  return {
    async authorizeUrl(request) {
      const found = await addresses();
      return found && authorizeUrl(found.authorization_endpoint, request);
    },
    async signIn(signIn) {
      const found = await addresses();
      if (!found) return { outcome: 'unavailable' };
      const { client, nonce } = signIn;
      const token = readIdToken(await http(tokenRequest(found.token_endpoint, signIn)));
      if (token.outcome !== 'idToken') return token;
      const { jwks_uri: keysUrl } = found;
      return checkIdToken(token.idToken, { issuer: config.GOOGLE_ISSUER, keysUrl, clientId: client.clientId, nonce });
    },
  };
}

/** Returns undefined if a URL does not have the protocol of the issuer. */
async function readDiscovery(http: Http, issuer: string): Promise<Discovery | undefined> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const reply = await http({ method: 'GET', url, headers: { accept: 'application/json' }, timeoutMs: 2000 });
  if (reply.outcome !== 'reply' || reply.status !== 200) return undefined;
  const { data } = discovery.safeParse(json(reply.body));
  if (!data || !formsOf(issuer).includes(data.issuer)) return undefined;
  const { protocol } = new URL(issuer);
  const all = [data.authorization_endpoint, data.token_endpoint, data.jwks_uri];
  return all.every((address) => new URL(address).protocol === protocol) ? data : undefined;
}

function authorizeUrl(base: string, request: Authorize): string {
  const url = new URL(base);
  const fields = {
    client_id: request.clientId,
    scope: 'openid email profile',
    response_type: 'code',
    redirect_uri: request.redirectUri,
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
    ...(request.loginHint !== undefined && { login_hint: request.loginHint }),
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

const tokenRequest = (url: string, { code, client, redirectUri, codeVerifier }: GoogleSignIn) => ({
  method: 'POST' as const,
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    code_verifier: codeVerifier,
  }).toString(),
  timeoutMs: 3000,
});

const tokens = z.object({ id_token: z.string() });
const tokenError = z.object({ error: z.string() });

type IdToken = { outcome: 'idToken'; idToken: string } | { outcome: 'invalidGrant' | 'misconfigured' | 'unavailable' };

function readIdToken(reply: HttpReply): IdToken {
  if (reply.outcome !== 'reply' || reply.status === 429 || reply.status >= 500) return { outcome: 'unavailable' };
  const body = json(reply.body);
  const { data } = tokens.safeParse(body);
  if (reply.status === 200 && data) return { outcome: 'idToken', idToken: data.id_token };
  const error = tokenError.safeParse(body).data?.error;
  if (error === 'invalid_grant') return { outcome: 'invalidGrant' };
  return { outcome: error === undefined ? 'unavailable' : 'misconfigured' };
}
