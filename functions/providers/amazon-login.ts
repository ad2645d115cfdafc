import * as z from 'zod/mini';

import type { Config } from '#functions/platform/config.ts';
import { json } from '#functions/platform/json.ts';
import type { ClientSecret } from '#functions/platform/secrets/secrets.ts';
import { displayNameFrom } from '#shared/rules/names.ts';

import type { Http, HttpReply } from './http.ts';
import { numeral } from './numeral.ts';
import { emailAddress, identifier, oauthToken } from './text-limits.ts';

/** Only `invalidGrant` is final. `invalidClient` and `misconfigured` are our fault; `unavailable` is transient. */
export type TokenOutcome =
  | { outcome: 'tokens'; accessToken: string; refreshToken?: string; expiresInSeconds: number }
  | { outcome: 'invalidGrant' | 'invalidClient' | 'misconfigured' | 'unavailable' };

export type AmazonProfile = { userId: string; name: string; email: string };

type NoAnswer = { outcome: 'tokenRefused' | 'misconfigured' | 'unavailable' };
export type ProfileOutcome = ({ outcome: 'profile' } & AmazonProfile) | NoAnswer;

export type TokenInfoOutcome =
  | {
      outcome: 'token';
      /** The client that the token was issued to. */
      aud: string;
      /** Missing if the scope hides the user. */
      userId?: string;
    }
  | NoAnswer;

export type CodeExchange = {
  code: string;
  client: ClientSecret;
  /** Absent for the code of an AcceptGrant directive. */
  redirectUri?: string;
  codeVerifier?: string;
  timeoutMs: number;
};

export type AmazonScope =
  | 'profile'
  /** Allows us to enable a skill of our vendor account for the user. */
  | 'alexa::skills:account_linking';

type Authorize = {
  clientId: string;
  redirectUri: string;
  state: string;
  /** `profile` by default. */
  scope?: AmazonScope;
  /** Absent only for a code that Alexa exchanges, because it does not know our verifier. */
  codeChallenge?: string;
  loginHint?: string;
};

export type AmazonLogin = {
  /** PKCE with S256, because Amazon's default is `plain`. */
  authorizeUrl(request: Authorize): string;
  exchangeCode(exchange: CodeExchange): Promise<TokenOutcome>;
  refresh(grant: { refreshToken: string; client: ClientSecret; timeoutMs: number }): Promise<TokenOutcome>;
  profile(accessToken: string, timeoutMs: number): Promise<ProfileOutcome>;
  tokenInfo(accessToken: string, timeoutMs: number): Promise<TokenInfoOutcome>;
};

type Deps = {
  config: Pick<Config, 'LWA_AUTHORIZE_URL' | 'LWA_TOKEN_URL' | 'LWA_PROFILE_URL' | 'LWA_TOKENINFO_URL'>;
  http: Http;
};

/** https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html */
export function createAmazonLogin({ config, http }: Deps): AmazonLogin {
  const token = async (fields: Record<string, string>, timeoutMs: number): Promise<TokenOutcome> =>
    readTokens(
      await http({
        method: 'POST',
        url: config.LWA_TOKEN_URL,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams(fields).toString(),
        timeoutMs,
      }),
    );

  return {
    authorizeUrl: (request) => authorizeUrl(config.LWA_AUTHORIZE_URL, request),
    exchangeCode: ({ code, client, redirectUri, codeVerifier, timeoutMs }) =>
      token(
        {
          grant_type: 'authorization_code',
          code,
          ...credentials(client),
          ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
          ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
        },
        timeoutMs,
      ),
    refresh: ({ refreshToken, client, timeoutMs }) =>
      token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...credentials(client) }, timeoutMs),
    async profile(accessToken, timeoutMs) {
      const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
      return readProfile(await http({ method: 'GET', url: config.LWA_PROFILE_URL, headers, timeoutMs }));
    },
    async tokenInfo(accessToken, timeoutMs) {
      const url = new URL(config.LWA_TOKENINFO_URL);
      url.searchParams.set('access_token', accessToken);
      const headers = { accept: 'application/json' };
      return readTokenInfo(await http({ method: 'GET', url: url.href, headers, timeoutMs }));
    },
  };
}

const credentials = ({ clientId, clientSecret }: ClientSecret): Record<string, string> => ({
  client_id: clientId,
  client_secret: clientSecret,
});

function authorizeUrl(base: string, request: Authorize): string {
  const { clientId, redirectUri, state, scope = 'profile', codeChallenge, loginHint } = request;
  const url = new URL(base);
  url.search = new URLSearchParams({
    client_id: clientId,
    scope,
    response_type: 'code',
    redirect_uri: redirectUri,
    state,
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
  }).toString();
  return url.href;
}

const tokens = z.object({
  access_token: oauthToken.check(z.minLength(1)),
  refresh_token: z.optional(oauthToken),
  expires_in: z.pipe(numeral, z.number().check(z.positive())),
});
const tokenError = z.object({ error: z.string() });
const profile = z.object({
  user_id: identifier.check(z.minLength(1)),
  name: z.nullish(z.string()),
  email: z.nullish(z.string()),
});
const tokenInfo = z.object({ aud: z.string(), user_id: z.nullish(identifier) });

function readTokens(reply: HttpReply): TokenOutcome {
  if (isTransient(reply)) return { outcome: 'unavailable' };
  const body = json(reply.body);
  const { data } = tokens.safeParse(body);
  if (reply.status === 200 && data) {
    return {
      outcome: 'tokens',
      accessToken: data.access_token,
      ...(data.refresh_token !== undefined && { refreshToken: data.refresh_token }),
      expiresInSeconds: data.expires_in,
    };
  }
  const error = tokenError.safeParse(body).data?.error;
  if (error === 'invalid_grant') return { outcome: 'invalidGrant' };
  if (error === 'invalid_client') return { outcome: 'invalidClient' };
  // A response without Amazon's error code, such as a proxy's page, proves nothing.
  return { outcome: error === undefined ? 'unavailable' : 'misconfigured' };
}

function readProfile(reply: HttpReply): ProfileOutcome {
  if (isTransient(reply)) return { outcome: 'unavailable' };
  const body = json(reply.body);
  const { data } = profile.safeParse(body);
  if (reply.status === 200 && data) {
    return {
      outcome: 'profile',
      userId: data.user_id,
      name: displayNameFrom(data.name ?? ''),
      email: emailAddress(data.email) ?? '',
    };
  }
  return noAnswer(reply.status, body);
}

function readTokenInfo(reply: HttpReply): TokenInfoOutcome {
  if (isTransient(reply)) return { outcome: 'unavailable' };
  const body = json(reply.body);
  const { data } = tokenInfo.safeParse(body);
  if (reply.status === 200 && data) {
    return { outcome: 'token', aud: data.aud, ...(data.user_id && { userId: data.user_id }) };
  }
  return noAnswer(reply.status, body);
}

type Answer = Extract<HttpReply, { outcome: 'reply' }>;

const isTransient = (reply: HttpReply): reply is Exclude<HttpReply, Answer> =>
  reply.outcome !== 'reply' || reply.status === 429 || reply.status >= 500;

const refusing: ReadonlySet<number> = new Set([400, 401, 403]);
/** https://developer.amazon.com/docs/login-with-amazon/obtain-customer-profile.html */
const aboutToken: ReadonlySet<string> = new Set(['invalid_token', 'insufficient_scope']);
const aboutUs: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** Only Amazon's error code counts, because a bare status may come from a proxy and a rejected token ends the link. */
function noAnswer(status: number, body: unknown): NoAnswer {
  const error = tokenError.safeParse(body).data?.error;
  if (error === undefined || !refusing.has(status)) return { outcome: 'unavailable' };
  if (aboutUs.has(error)) return { outcome: 'misconfigured' };
  return { outcome: aboutToken.has(error) ? 'tokenRefused' : 'unavailable' };
}
