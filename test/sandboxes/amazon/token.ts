import { createHash } from 'node:crypto';

import { field, isForm, json, type SandboxCall, type Reply } from '../kit.ts';
import type { OAuthClient, SandboxWorld } from '../world.ts';
import type { AmazonCode } from './entities.ts';
import { refuse } from './errors.ts';
import { ACCESS_SECONDS, type AmazonStore, type TokenPair } from './store.ts';

type Deps = { world: SandboxWorld; store: AmazonStore };

/** `POST /auth/o2/token`. https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html */
export function token(deps: Deps, call: SandboxCall): Reply {
  if (!isForm(call)) return refuse('invalid_request', 'The Content-Type must be application/x-www-form-urlencoded');
  const grantType = field(call, 'grant_type');
  if (grantType === undefined) return missing('grant_type');
  const client = authenticate(deps.world, call);
  if ('status' in client) return client;
  if (grantType === 'authorization_code') return exchange(deps, call, client);
  if (grantType === 'refresh_token') return refresh(deps, call, client);
  return refuse('unsupported_grant_type');
}

function authenticate({ clients }: SandboxWorld, call: SandboxCall): OAuthClient | Reply {
  const [, basic] = /^Basic (.+)$/.exec(call.headers['authorization'] ?? '') ?? [];
  const [basicId, basicSecret] = Buffer.from(basic ?? '', 'base64')
    .toString('utf8')
    .split(':');
  const id = field(call, 'client_id') ?? basicId;
  const secret = field(call, 'client_secret') ?? basicSecret;
  if (!id) return missing('client_id');
  const client = [clients.amazonWeb, clients.amazonSkill].find((one) => one.id === id);
  return client && client.secret === secret ? client : refuse('invalid_client');
}

function exchange({ store }: Deps, call: SandboxCall, client: OAuthClient): Reply {
  const text = field(call, 'code');
  if (text === undefined) return missing('code');
  const code = store.findCode(text);
  if (!code || code.clientId !== client.id) return badGrant('code');
  // AcceptGrant codes are issued without a redirect address, so both sides are undefined.
  if (field(call, 'redirect_uri') !== code.redirectUri) return badGrant('redirect_uri');
  if (!verified(code, field(call, 'code_verifier'))) return badGrant('code_verifier');
  return granted(store.exchange(code));
}

function refresh({ store }: Deps, call: SandboxCall, client: OAuthClient): Reply {
  const old = field(call, 'refresh_token');
  if (old === undefined) return missing('refresh_token');
  const pair = store.rotate(old, client.id);
  return pair ? granted(pair) : refuse('invalid_grant');
}

function verified({ challenge }: AmazonCode, verifier: string | undefined): boolean {
  if (!challenge) return verifier === undefined;
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const sent = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return sent === challenge.value;
}

function granted({ access, refresh: next }: TokenPair): Reply {
  return json(
    200,
    { access_token: access.token, refresh_token: next.token, token_type: 'bearer', expires_in: ACCESS_SECONDS },
    { pragma: 'no-cache' },
  );
}

function missing(name: string): Reply {
  return refuse('invalid_request', `The request is missing a required parameter : ${name}`);
}

function badGrant(name: string): Reply {
  return refuse('invalid_grant', `The request has an invalid grant parameter : ${name}`);
}
