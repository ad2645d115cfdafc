import { redirect, field, type SandboxCall, type Reply } from '../kit.ts';
import { findPerson, type OAuthClient, type SandboxPerson, type SandboxWorld } from '../world.ts';
import type { AmazonAuthorizationRequest } from './authorization-request.ts';
import { keeping, keptIn } from './kept-session.ts';
import { consentPage, errorPage, signInPage } from './pages.ts';
import { linkingScope } from './scopes.ts';
import type { AmazonStore } from './store.ts';

type Deps = { world: SandboxWorld; store: AmazonStore };

const webScopes = ['profile', 'profile:user_id', 'postal_code'];

/** `GET /ap/oa`: sign-in, then consent. A known `login_hint` skips both; a kept session skips the sign-in. */
export function authorize(deps: Deps, call: SandboxCall): Reply {
  const request = readRequest(deps, call.query);
  if ('status' in request) return request;
  const hinted = findPerson(deps.world.people, call.query.get('login_hint'));
  if (hinted) return allowed(deps, request, hinted);
  const kept = findPerson(deps.world.people, keptIn(call));
  return kept ? unlessToBeAsked(deps, request, kept, call) : signInPage(deps.world.people, request, call.base);
}

/** The form contains the original query, which is validated again. */
export function decide(deps: Deps, call: SandboxCall): Reply {
  const request = readRequest(deps, new URLSearchParams(field(call, 'request') ?? ''));
  if ('status' in request) return request;
  const person = findPerson(deps.world.people, field(call, 'person'));
  const answer = field(call, 'answer');
  if (answer === 'other') return signInPage(deps.world.people, request, call.base);
  if (answer === 'cancel' || !person) {
    return back(request, { error: 'access_denied', error_description: 'The user denied the request' });
  }
  const reply = answer === 'allow' ? allowed(deps, request, person) : unlessToBeAsked(deps, request, person, call);
  return field(call, 'keep') === undefined || reply.status === 200 ? reply : keeping(reply, person);
}

/** The user id alone needs no consent. The profile needs it the first time. */
function unlessToBeAsked(
  deps: Deps,
  request: AmazonAuthorizationRequest,
  person: SandboxPerson,
  call: SandboxCall,
): Reply {
  const known =
    request.scope === 'profile:user_id' || deps.store.hasConsent(person.key, request.clientId, request.scope);
  return known
    ? allowed(deps, request, person)
    : consentPage(person, request, {
        base: call.base,
        keep: field(call, 'keep') !== undefined,
        skill: skillFor(deps.world, request),
      });
}

/** Undefined for the web client. */
const skillFor = ({ clients, skill }: SandboxWorld, { clientId }: AmazonAuthorizationRequest): string | undefined =>
  clientId === clients.amazonSkill.id ? skill.name : undefined;

function allowed({ store }: Deps, request: AmazonAuthorizationRequest, person: SandboxPerson): Reply {
  const { clientId, scope, redirectUri, challenge } = request;
  const error = store.takeError(person.key);
  if (error !== undefined) return back(request, refusal(error, 'Ordered for the next authorization'));
  store.consent(person.key, clientId, scope);
  const code = store.newCode({ person: person.key, clientId, scope, redirectUri, ...(challenge && { challenge }) });
  return back(request, { code, scope });
}

function back(
  request: Pick<AmazonAuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): Reply {
  const to = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(answer)) to.searchParams.set(name, value);
  if (request.state !== undefined) to.searchParams.set('state', request.state);
  return redirect(to.href);
}

function redirectUrisOf(world: SandboxWorld, client: OAuthClient): readonly string[] {
  const appUrl = world.appUrl();
  return client.redirectUris ?? (appUrl === undefined ? [] : [`${appUrl}/api/auth/amazon/callback`]);
}

/** Never redirects to an unknown client or redirect address. Other errors are sent to the client. */
function readRequest({ world, store }: Deps, query: URLSearchParams): AmazonAuthorizationRequest | Reply {
  const clientId = query.get('client_id') ?? '';
  const redirectUri = query.get('redirect_uri') ?? '';
  const state = query.get('state') ?? undefined;
  const { amazonWeb, amazonSkill } = world.clients;
  const client = [amazonWeb, amazonSkill].find(({ id }) => id === clientId);
  if (!client) return errorPage('An unknown client was specified', `client_id: ${clientId}`);
  const allowedUris = redirectUrisOf(world, client);
  if (!allowedUris.includes(redirectUri)) {
    const hint = `redirect_uri: ${redirectUri}; registered: ${allowedUris.join(', ') || 'none'}`;
    return errorPage('The redirect URI you provided has not been whitelisted for your application', hint);
  }
  const skillScopes = store.settings().skillMayAskProfile ? [linkingScope, 'profile'] : [linkingScope];
  const wrong = whatIsWrong(query, client === amazonSkill ? skillScopes : webScopes);
  if (wrong) return back({ redirectUri, state }, wrong);
  const value = query.get('code_challenge');
  // Without a method, Amazon assumes "plain".
  const challenge = value === null ? undefined : { value, method: query.get('code_challenge_method') ?? 'plain' };
  return { query: query.toString(), clientId, redirectUri, scope: query.get('scope') ?? '', state, challenge };
}

function whatIsWrong(query: URLSearchParams, scopes: readonly string[]): Record<string, string> | undefined {
  if (query.get('response_type') === null) return refusal('invalid_request', 'Missing parameter: response_type');
  if (query.get('response_type') !== 'code')
    return refusal('unsupported_response_type', 'Only response_type=code is imitated');
  const asked = (query.get('scope') ?? '').split(' ');
  if (!asked.every((one) => scopes.includes(one))) return refusal('invalid_scope', 'An unknown scope was requested');
  if (query.get('code_challenge') !== null && !/^[\w.~-]{43,128}$/.test(query.get('code_challenge') ?? ''))
    return refusal('invalid_request', 'Invalid parameter: code_challenge');
  const method = query.get('code_challenge_method');
  if (method !== null && method !== 'S256' && method !== 'plain') {
    return refusal('invalid_request', 'Unsupported code_challenge_method');
  }
  if (method !== null && query.get('code_challenge') === null)
    return refusal('invalid_request', 'Missing parameter: code_challenge');
  return undefined;
}

function refusal(error: string, error_description: string): Record<string, string> {
  return { error, error_description };
}
