import { randomUUID } from 'node:crypto';

import { eventsScope } from '../amazon/scopes.ts';
import { json, type SandboxCall, type Reply } from '../kit.ts';
import { checkGatewayMessage, type GatewayMessage } from './check-event.ts';
import { dig } from './check.ts';
import type { Deps } from './directive.ts';
import type { AlexaHome, Region } from './entities.ts';
import { forget, hear, learn } from './hear.ts';
import type { Routine } from './routine.ts';
import { startRoutine } from './run-routine.ts';

const MAX_BYTES = 256 * 1024;
const MAX_ENDPOINTS = 300;

/** https://developer.amazon.com/docs/smarthome/send-events.html#error-codes */
const statuses: Record<string, number> = {
  INVALID_REQUEST_EXCEPTION: 400,
  INVALID_ACCESS_TOKEN_EXCEPTION: 401,
  SKILL_DISABLED_EXCEPTION: 403,
  SKILL_NEVER_ENABLED_EXCEPTION: 403,
  INSUFFICIENT_PERMISSION_EXCEPTION: 403,
  SKILL_NOT_FOUND_EXCEPTION: 404,
  ACCOUNT_NOT_FOUND_EXCEPTION: 404,
  REQUEST_ENTITY_TOO_LARGE_EXCEPTION: 413,
  THROTTLING_EXCEPTION: 429,
  INTERNAL_SERVICE_EXCEPTION: 500,
  SERVICE_UNAVAILABLE_EXCEPTION: 503,
};

/** Without a code, answers with a status and an empty body, as observed at Amazon. */
export function gatewayFails(wanted: {
  code?: string | undefined;
  status?: number | undefined;
  description?: string;
}): Reply {
  const { code, status, description } = wanted;
  if (code === undefined) return { status: status ?? 500 };
  return json(status ?? statuses[code] ?? 400, {
    header: { namespace: 'System', name: 'Exception', messageId: randomUUID() },
    payload: { code, description: description ?? `The request was refused: ${code}` },
  });
}

export function receive(deps: Deps, call: SandboxCall, region: Region): Reply {
  if (Buffer.byteLength(call.raw) > MAX_BYTES) return gatewayFails({ code: 'REQUEST_ENTITY_TOO_LARGE_EXCEPTION' });
  const home = homeOf(deps, call);
  if (!home) return gatewayFails({ code: 'INVALID_ACCESS_TOKEN_EXCEPTION', description: 'Access token is not valid' });
  const { name, problems, message } = checkGatewayMessage(call.body);
  const refusal = whyNot(home, region, call.body, problems);
  const started = !refusal && message ? take(deps, home, message) : undefined;
  const text = refusal ? `refused: ${refusal.code}` : describe(message);
  const at = deps.world.now().toISOString();
  deps.store.addLog(home, { at, from: 'skill', name, text, problems, ms: null }, call.body);
  deps.store.touched(home);
  // The gateway does not wait for routines.
  if (started && message) startRoutine(deps, home, started, message.messageId);
  const reply: Reply = refusal ? gatewayFails(refusal) : { status: 202 };
  return { ...reply, headers: { ...reply.headers, 'x-amzn-requestid': randomUUID() } };
}

/** The token must be valid, have the scope for skill messaging, and match the token in the message. */
function homeOf({ world, store, amazon }: Deps, call: SandboxCall): AlexaHome | undefined {
  const [, bearer = ''] = /^Bearer (.+)$/.exec(call.headers['authorization'] ?? '') ?? [];
  const inside =
    dig(call.body, 'event', 'endpoint', 'scope', 'token') ?? dig(call.body, 'event', 'payload', 'scope', 'token');
  if (inside !== undefined && inside !== bearer) return undefined;
  const found = amazon.findAccess(bearer);
  const isForEvents = found?.grant.clientId === world.clients.amazonSkill.id && found.grant.scope === eventsScope;
  return isForEvents ? store.home(found.grant.person) : undefined;
}

function whyNot(home: AlexaHome, region: Region, body: unknown, problems: readonly string[]) {
  if (!(home.everEnabled || home.skillEnabled) || home.region !== region)
    return { code: 'SKILL_NEVER_ENABLED_EXCEPTION' };
  if (!home.skillEnabled) return { code: 'SKILL_DISABLED_EXCEPTION' };
  const endpoints = dig(body, 'event', 'payload', 'endpoints');
  if (Array.isArray(endpoints) && endpoints.length > MAX_ENDPOINTS)
    return { code: 'REQUEST_ENTITY_TOO_LARGE_EXCEPTION' };
  return problems.length > 0 ? { code: 'INVALID_REQUEST_EXCEPTION', description: problems.join('; ') } : undefined;
}

function take({ store, world }: Deps, home: AlexaHome, message: GatewayMessage): Routine | undefined {
  const deps = { store, now: world.now };
  if (message.kind === 'add') learn(deps, home, message.endpoints, 'report');
  else if (message.kind === 'delete') forget(home, message.endpointIds);
  else return hear(deps, home, message);
  return undefined;
}

function describe(message: GatewayMessage | undefined): string {
  if (message?.kind === 'add') return message.endpoints.map((one) => one.friendlyName).join(', ');
  if (message?.kind === 'delete') return message.endpointIds.join(', ');
  return message?.endpointId ?? '';
}
