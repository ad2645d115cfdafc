import { json, type SandboxCall, type Reply } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { amazonUserId } from './entities.ts';
import { refuse } from './errors.ts';
import type { AmazonStore } from './store.ts';

type Deps = { world: SandboxWorld; store: AmazonStore };

/** `GET /user/profile` with a bearer token. */
export function profile({ world, store }: Deps, call: SandboxCall): Reply {
  const [, token] = /^bearer (.+)$/i.exec(call.headers['authorization'] ?? '') ?? [];
  if (token === undefined) return refuse('invalid_request', 'The request is missing the access token');
  const found = store.findAccess(token);
  const person = world.people.find((one) => one.key === found?.grant.person);
  if (!found || !person) return refuse('invalid_token');
  const scopes = found.grant.scope.split(' ');
  if (!scopes.some((scope) => scope.startsWith('profile'))) return refuse('insufficient_scope');
  const id = { user_id: amazonUserId(person) };
  return json(200, scopes.includes('profile') ? { ...id, name: person.name, email: person.email } : id);
}

/** `GET /auth/o2/tokeninfo?access_token=`: returns the client of a token. */
export function tokenInfo({ world, store }: Deps, call: SandboxCall): Reply {
  const token = call.query.get('access_token');
  if (token === null) return refuse('invalid_request', 'The request is missing a required parameter : access_token');
  const found = store.findAccess(token);
  const person = world.people.find((one) => one.key === found?.grant.person);
  if (!found || !person) return refuse('invalid_token');
  return json(200, {
    iss: 'https://www.amazon.com',
    user_id: amazonUserId(person),
    aud: found.grant.clientId,
    app_id: `amzn1.application.${found.grant.clientId}`,
    exp: Math.max(0, Math.floor((found.access.expiresAt - world.now().getTime()) / 1000)),
    iat: Math.floor(found.access.issuedAt / 1000),
  });
}
