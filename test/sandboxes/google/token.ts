import { createHash, randomBytes } from 'node:crypto';

import { field, isForm, json, type SandboxCall, type Reply } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { wrongTokenSchema, type GoogleCode } from './entities.ts';
import { idToken } from './id-token.ts';
import type { GoogleStore } from './store.ts';

type Deps = { world: SandboxWorld; store: GoogleStore };

export function refuse(status: number, error: string, error_description: string): Reply {
  return json(status, { error, error_description });
}

/** `POST /token`: exchanges a code for an ID token. The client authenticates by form fields or HTTP basic. */
export async function token({ world, store }: Deps, call: SandboxCall): Promise<Reply> {
  if (!isForm(call)) return refuse(400, 'invalid_request', 'The body must be form-encoded.');
  if (!isClient(world, call)) return refuse(401, 'invalid_client', 'Unauthorized');
  if (field(call, 'grant_type') !== 'authorization_code') {
    return refuse(400, 'unsupported_grant_type', `Invalid grant_type: ${field(call, 'grant_type') ?? ''}`);
  }
  const code = store.findCode(field(call, 'code') ?? '');
  if (!code) return refuse(400, 'invalid_grant', 'Malformed auth code.');
  if (field(call, 'redirect_uri') !== code.redirectUri) return refuse(400, 'redirect_uri_mismatch', 'Bad Request');
  if (!verified(code, field(call, 'code_verifier'))) return refuse(400, 'invalid_grant', 'Invalid code verifier.');
  const person = world.people.find((one) => one.key === code.person);
  if (!person) return refuse(400, 'invalid_grant', 'Bad Request');
  const wrong = wrongTokenSchema.parse(call.misbehaviour?.own['idToken'] ?? {});

  store.useUp(code);
  const access_token = `ya29.${randomBytes(120).toString('base64url')}`;
  const facts = { issuer: call.base, code, person, accessToken: access_token, now: world.now() };
  const id_token = await idToken(facts, await store.key.get(), wrong);
  return json(200, { access_token, expires_in: 3599, scope: code.scope, token_type: 'Bearer', id_token });
}

function isClient({ clients: { google } }: SandboxWorld, call: SandboxCall): boolean {
  const [, basic] = /^Basic (.+)$/.exec(call.headers['authorization'] ?? '') ?? [];
  const [id, secret] = Buffer.from(basic ?? '', 'base64')
    .toString('utf8')
    .split(':')
    .map(decodeURIComponent);
  return (field(call, 'client_id') ?? id) === google.id && (field(call, 'client_secret') ?? secret) === google.secret;
}

function verified({ challenge }: GoogleCode, verifier: string | undefined): boolean {
  if (!challenge || verifier === undefined) return challenge === undefined && verifier === undefined;
  const sent = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return sent === challenge.value;
}
