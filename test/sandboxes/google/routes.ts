import { json, type SandboxCall, type Reply, type SandboxRoute } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { authorize, decide } from './authorize.ts';
import type { GoogleStore } from './store.ts';
import { token } from './token.ts';

export function googleRoutes(deps: { world: SandboxWorld; store: GoogleStore }): readonly SandboxRoute[] {
  return [
    { method: 'GET', path: '/.well-known/openid-configuration', kind: 'api', handle: discovery },
    { method: 'GET', path: '/oauth2/v3/certs', kind: 'api', handle: () => certs(deps.store) },
    { method: 'GET', path: '/o/oauth2/v2/auth', kind: 'page', handle: (call) => authorize(deps, call) },
    { method: 'POST', path: '/signin', kind: 'page', handle: (call) => decide(deps, call) },
    { method: 'POST', path: '/token', kind: 'api', handle: (call) => token(deps, call) },
  ];
}

function discovery({ base }: SandboxCall): Reply {
  return json(200, {
    issuer: base,
    authorization_endpoint: `${base}/o/oauth2/v2/auth`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'family_name',
      'given_name',
      'iat',
      'iss',
      'name',
      'sub',
    ],
    code_challenge_methods_supported: ['plain', 'S256'],
    grant_types_supported: ['authorization_code'],
  });
}

async function certs(store: GoogleStore): Promise<Reply> {
  const { publicJwk } = await store.key.get();
  return json(200, { keys: [publicJwk] }, { 'cache-control': 'public, max-age=300' });
}
