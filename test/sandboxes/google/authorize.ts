import { field, redirect, type SandboxCall, type Reply } from '../kit.ts';
import { findPerson, type SandboxPerson, type SandboxWorld } from '../world.ts';
import type { GoogleAuthorizationRequest } from './authorization-request.ts';
import { errorPage, signInPage } from './pages.ts';
import type { GoogleStore } from './store.ts';

type Deps = { world: SandboxWorld; store: GoogleStore };

/** `GET /o/oauth2/v2/auth`: a known `login_hint` skips the page. */
export function authorize(deps: Deps, call: SandboxCall): Reply {
  const request = readRequest(deps.world, call.query);
  if ('status' in request) return request;
  const hinted = findPerson(deps.world.people, call.query.get('login_hint'));
  return hinted ? allowed(deps, request, hinted) : signInPage(deps.world.people, request, call.base);
}

export function decide(deps: Deps, call: SandboxCall): Reply {
  const request = readRequest(deps.world, new URLSearchParams(field(call, 'request') ?? ''));
  if ('status' in request) return request;
  const person = findPerson(deps.world.people, field(call, 'person'));
  return person ? allowed(deps, request, person) : back(request, { error: 'access_denied' });
}

function allowed({ store }: Deps, request: GoogleAuthorizationRequest, person: SandboxPerson): Reply {
  const { clientId, redirectUri, scope, nonce, challenge } = request;
  const asked = { person: person.key, clientId, redirectUri, scope };
  const code = store.newCode({ ...asked, ...(nonce !== undefined && { nonce }), ...(challenge && { challenge }) });
  return back(request, { code, scope, authuser: '0', prompt: 'consent' });
}

function back(
  request: Pick<GoogleAuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): Reply {
  const to = new URL(request.redirectUri);
  if (request.state !== undefined) to.searchParams.set('state', request.state);
  for (const [name, value] of Object.entries(answer)) to.searchParams.set(name, value);
  return redirect(to.href);
}

/** Google shows its own error page for all of these errors, and redirects only when the user declines. */
function readRequest(world: SandboxWorld, query: URLSearchParams): GoogleAuthorizationRequest | Reply {
  const { google } = world.clients;
  const appUrl = world.appUrl();
  const registered = google.redirectUris ?? (appUrl === undefined ? [] : [`${appUrl}/api/auth/google/callback`]);
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== google.id) return errorPage(401, 'invalid_client', 'The OAuth client was not found.');
  if (!registered.includes(redirectUri)) {
    return errorPage(
      400,
      'redirect_uri_mismatch',
      `Got ${redirectUri}; registered: ${registered.join(', ') || 'none'}`,
    );
  }
  if (query.get('response_type') !== 'code')
    return errorPage(400, 'unsupported_response_type', 'Only code is imitated.');
  const scope = query.get('scope') ?? '';
  if (!scope.split(' ').includes('openid')) return errorPage(400, 'invalid_scope', 'The scope openid is missing.');
  const value = query.get('code_challenge');
  const method = query.get('code_challenge_method') ?? 'plain';
  if (value !== null && method !== 'S256' && method !== 'plain')
    return errorPage(400, 'invalid_request', 'Unknown code_challenge_method.');
  return {
    query: query.toString(),
    clientId: google.id,
    redirectUri,
    scope,
    state: query.get('state') ?? undefined,
    nonce: query.get('nonce') ?? undefined,
    challenge: value === null ? undefined : { value, method },
  };
}
