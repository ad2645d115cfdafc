import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';

import type { LinkResult } from '#functions/alexa/link-amazon-account.ts';
import { authHandlers } from '#functions/auth/handlers.ts';
import type { MoveOffer } from '#functions/data/alexa/moved-account-store.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';
import type { Deletion } from '#functions/data/people/deletion-store.ts';
import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import type { Profile, SignUp } from '#functions/data/people/user-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { pageToken } from '#functions/platform/http/page-token.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { findPerson } from '#functions/platform/http/session.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { createGoogleLogin } from '#functions/providers/google-login.ts';
import type { HttpReply, HttpRequest } from '#functions/providers/http.ts';
import { authContract } from '#shared/contracts/auth.ts';

import { aPlatform, appUrl } from './a-platform.ts';
import { anEnablingFlow } from './an-enabling-flow.ts';
import { aContext, anEvent } from './an-event.ts';

const issuer = 'https://google.test';
const client = { clientId: 'our-client', clientSecret: 'our-secret' };

const reply = (status: number, body: unknown): HttpReply => ({
  outcome: 'reply',
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

function recordsInMemory() {
  const states = new Map<string, SignInState & { until: number }>();
  const accounts = new Map<string, string>();
  const users = new Map<string, UserItem>();
  const deletions = new Map<string, Pick<Deletion, 'dueAt'>>();
  const workspaces = new Map<number, Pick<WorkspaceItem, 'userId' | 'name' | 'status' | 'link'>>();
  const accountKey = ({ provider, subject }: { provider: string; subject: string }) => `${provider} ${subject}`;
  return {
    states,
    users,
    deletions,
    workspaces,
    offers: new Map<number, MoveOffer>(),
    stateStore: {
      add: async (hash: string, state: SignInState, now: Date) =>
        void states.set(hash, { ...state, until: now.getTime() + (state.connect?.sealedToken ? 300_000 : 600_000) }),
      take: async (hash: string, browserHash: string, now: Date) => {
        const found = states.get(hash);
        if (found?.browserHash !== browserHash) return undefined;
        states.delete(hash);
        return found.until > now.getTime() ? found : undefined;
      },
    },
    userStore: {
      findByAccount: async (account: { provider: string; subject: string }) => accounts.get(accountKey(account)),
      find: async (userId: string) => users.get(userId),
      keepProfile: async (userId: string, { email, ...profile }: Profile) => {
        const user = users.get(userId);
        if (user) users.set(userId, { ...user, ...profile, ...(email !== undefined && { email: email ?? undefined }) });
      },
      signUp: async ({ account, userId, workspace, now }: SignUp) => {
        if (accounts.has(accountKey(account))) return 'accountTaken' as const;
        if (workspaces.has(workspace.id)) return 'workspaceIdTaken' as const;
        accounts.set(accountKey(account), userId);
        const { provider: signedInWith, name, email } = account;
        const ids = { currentWorkspaceId: workspace.id, defaultWorkspaceId: workspace.id };
        const createdAt = now.toISOString();
        const base = { type: 'user' as const, id: userId, name, signedInWith, trialUsed: false, ...ids, createdAt };
        users.set(userId, { ...base, ...(email !== undefined && { email }) });
        workspaces.set(workspace.id, { ...workspace, status: 'ATIVO' });
        return 'signedUp' as const;
      },
    },
  };
}

export type Providers = {
  amazonToken: (request: HttpRequest) => HttpReply;
  amazonTokenInfo: () => HttpReply;
  /** By the last part of the path: `alexaApiEndpoint` or `enablement`. */
  alexa: (method: string, path: string) => HttpReply | Promise<HttpReply>;
  amazonProfile: () => HttpReply;
  googleDiscovery: () => HttpReply;
  googleToken: () => HttpReply | Promise<HttpReply>;
  googleKeys: () => HttpReply;
};

export async function aSignIn() {
  const platform = aPlatform();
  const records = recordsInMemory();
  const google = await googleKeys();
  const heard: HttpRequest[] = [];
  const linked: { result: LinkResult; asked: unknown[]; moved: unknown[] } = {
    result: { outcome: 'linked' },
    asked: [],
    moved: [],
  };
  const providers: Providers = {
    amazonTokenInfo: () => reply(200, { aud: 'skill-client', user_id: 'amzn1.account.ANA' }),
    alexa: (_, path) =>
      path === 'alexaApiEndpoint' ? reply(200, { endpoints: ['alexa.test'] }) : reply(404, { message: 'none' }),
    amazonToken: () => reply(200, { access_token: 'Atza|access', refresh_token: 'Atzr|refresh', expires_in: 3600 }),
    amazonProfile: () => reply(200, { user_id: 'amzn1.account.ANA', name: 'Ana Souza', email: 'ana@example.com' }),
    googleDiscovery: () =>
      reply(200, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      }),
    googleToken: () => reply(400, { error: 'invalid_grant' }),
    googleKeys: () => reply(200, { keys: [google.publicJwk] }),
  };
  const http = async (request: HttpRequest): Promise<HttpReply> => {
    heard.push(request);
    if (request.url === 'https://lwa.test/token') return providers.amazonToken(request);
    if (request.url.startsWith('https://lwa.test/tokeninfo?')) return providers.amazonTokenInfo();
    if (request.url.startsWith('https://alexa.test/')) {
      return providers.alexa(request.method, request.url.slice(request.url.lastIndexOf('/') + 1));
    }
    if (request.url === 'https://lwa.test/profile') return providers.amazonProfile();
    if (request.url === `${issuer}/.well-known/openid-configuration`) return providers.googleDiscovery();
    if (request.url === `${issuer}/token`) return providers.googleToken();
    if (request.url === `${issuer}/keys`) return providers.googleKeys();
    return { outcome: 'notSent' };
  };
  const config = {
    LWA_AUTHORIZE_URL: 'https://lwa.test/authorize',
    LWA_TOKEN_URL: 'https://lwa.test/token',
    LWA_PROFILE_URL: 'https://lwa.test/profile',
    LWA_TOKENINFO_URL: 'https://lwa.test/tokeninfo',
    GOOGLE_ISSUER: issuer,
  };
  const secrets: Record<'amazon' | 'google' | 'alexa', typeof client | undefined> = {
    amazon: client,
    google: client,
    alexa: { clientId: 'skill-client', clientSecret: 'skill-secret' },
  };
  const chain = anEnablingFlow(platform.now, http, records.workspaces);
  let made = 0;
  const visits = new Map<string, number>();
  const handlers = authHandlers({
    appUrl,
    now: platform.now,
    log: platform.log,
    newUserId: () => `user-${(made += 1)}`,
    originSecret: () => platform.originSecret(),
    signInsPerMinute: 3,
    visits: {
      count: async ({ placeHash, minute, max }) => {
        const count = (visits.get(`${placeHash} ${minute}`) ?? 0) + 1;
        if (count > max) return 'tooMany';
        visits.set(`${placeHash} ${minute}`, count);
        return 'counted';
      },
    },
    secrets: {
      amazon: async () => secrets.amazon,
      google: async () => secrets.google,
      alexa: async () => secrets.alexa,
    },
    ...chain.deps,
    get enablement() {
      return chain.isOn ? chain.deps.enablement : undefined;
    },
    get comparesAccounts() {
      return chain.comparesAccounts;
    },
    amazon: createAmazonLogin({ config, http }),
    google: createGoogleLogin({ config, http, now: platform.now }),
    states: records.stateStore,
    newId: () => `version-${(made += 1)}`,
    sessions: platform.sessions,
    browsers: { find: async () => undefined, writes: () => [] },
    users: records.userStore,
    deletions: { find: async (userId) => records.deletions.get(userId) },
    workspaces: { find: async (id) => records.workspaces.get(id) },
    makeWorkspace: async (wanted) => ({
      ...wanted,
      id: (made += 1),
      createdAt: platform.now().toISOString(),
      tokenHash: 'hash',
      tokenSealed: 'sealed',
    }),
    findPerson: (cookies) => findPerson(platform, cookies),
    linkAccount: async (request) => {
      linked.asked.push(request);
      return linked.result;
    },
    moved: {
      findOffer: async (workspaceId) => records.offers.get(workspaceId),
      offer: async (workspaceId, offer) => void records.offers.set(workspaceId, offer),
    },
    moveAccount: async (request, from) => {
      linked.moved.push({ request, from });
      return { outcome: 'linked' };
    },
  });
  const door = serve(authContract, handlers, platform);
  return { platform, records, providers, heard, google, secrets, linked, chain, door, browser: () => aBrowser(door) };
}

function aBrowser(door: ReturnType<typeof serve>) {
  const jar = new Map<string, string>();
  const keep = (line: string): void => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('Max-Age=0')) jar.delete(name);
    else jar.set(name, value);
  };
  const call = async (route: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`);
    const answer = await door(anEvent({ route, query, cookies, headers }), aContext());
    answer.cookies?.forEach(keep);
    return answer;
  };
  const go = async (route: string, query?: Record<string, string>): Promise<URL> =>
    new URL(String((await call(route, query)).headers?.['location']));
  const tokenOf = (workspaceId: number): string =>
    pageToken({ sessionIdHash: hashOf(jar.get('__Host-session') ?? '') }, workspaceId);
  return { jar, call, go, tokenOf };
}

export type Browser = ReturnType<typeof aBrowser>;

let keyPair: ReturnType<typeof generateKeyPair> | undefined;

async function googleKeys() {
  const { privateKey, publicKey } = await (keyPair ??= generateKeyPair('RS256', { extractable: true }));
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid: 'google-1', alg: 'RS256', use: 'sig' };

  const idToken = async (
    facts: { nonce: string; now: Date } & Record<string, unknown>,
    signing: { alg?: string; kid?: string; key?: CryptoKey | Uint8Array } = {},
  ): Promise<string> => {
    const { nonce, now, ...changes } = facts;
    const at = Math.floor(now.getTime() / 1000);
    const claims = {
      iss: issuer,
      aud: client.clientId,
      sub: 'google-ana',
      name: 'Ana Souza',
      email: 'ana@example.com',
      email_verified: true,
    };
    const payload = { ...claims, nonce, iat: at, exp: at + 3600, ...changes };
    const { alg = 'RS256', kid = 'google-1', key = privateKey } = signing;
    if (alg === 'none') return new UnsecuredJWT(payload).encode();
    return new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(key);
  };
  return { publicJwk, privateKey, idToken };
}

export const anAnswer = reply;
