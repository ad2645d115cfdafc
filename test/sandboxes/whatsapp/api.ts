import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod/mini';

import { isRecord, type SandboxCall, type Reply, type SandboxRoute } from '../kit.ts';
import type { Session, SessionStatus } from './entities.ts';
import type { GatewayState } from './gateway.ts';
import {
  badFields,
  forbidden,
  Refused,
  sessionDoesNotExist,
  sessionNotFound,
  unauthorized,
  wrongState,
} from './refusal.ts';

export type Api = GatewayState & { key: string; closing: AbortSignal };

export type GatewayRequest = Api & { call: SandboxCall };
export type SessionRequest = GatewayRequest & { session: Session };

type Method = SandboxRoute['method'];
type Answer<A> = (asked: A) => Reply | Promise<Reply>;

export function general(api: Api, method: Method, path: string, answer: Answer<GatewayRequest>): SandboxRoute {
  return route(api, method, path, (call) => {
    allowed(api, call, undefined);
    return answer({ ...api, call });
  });
}

/** For paths below `/api/sessions/{name}`, which answer 404 for an unknown session. */
export function aboutSession(api: Api, method: Method, path: string, answer: Answer<SessionRequest>): SandboxRoute {
  return route(api, method, path, (call) => {
    const name = nameIn(call);
    allowed(api, call, name);
    const session = api.store.sessions.get(name);
    if (!session) throw sessionNotFound();
    return answer({ ...api, call, session });
  });
}

/** Answers 422 for an unknown session or a wrong state, after the real gateway's delay. */
export function withSession(
  api: Api,
  method: Method,
  path: string,
  states: readonly SessionStatus[],
  answer: Answer<SessionRequest>,
): SandboxRoute {
  return route(api, method, path, (call) => {
    const name = nameIn(call);
    if (name === '') throw badFields(['session should not be empty', 'session must be a string']);
    allowed(api, call, name);
    const session = api.store.sessions.get(name);
    if (!session) throw sessionDoesNotExist(name);
    if (!states.includes(session.status)) throw wrongState(session, states);
    return answer({ ...api, call, session });
  });
}

export function nameIn({ params, body, query }: SandboxCall): string {
  const inBody = isRecord(body) ? body['session'] : undefined;
  return params['session'] ?? (typeof inBody === 'string' ? inBody : (query.get('session') ?? ''));
}

function route(
  api: Api,
  method: Method,
  path: string,
  answer: (call: SandboxCall) => Reply | Promise<Reply>,
): SandboxRoute {
  const handle = async (call: SandboxCall): Promise<Reply> => {
    const asked = { ...call, params: decoded(call.params) };
    if (isCutOff(api, asked)) return { status: 0, cut: true };
    try {
      return await answer(asked);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await pause(api, error.waitMs);
      return error.reply;
    }
  };
  return { method, path, kind: 'api', handle };
}

const decoded = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));

/** Waits as long as the real gateway if the sandbox is set to be slow. */
export async function pause({ store, closing }: Api, ms: number): Promise<void> {
  if (store.settings().slow && ms > 0) await wait(ms, undefined, { signal: closing }).catch(() => undefined);
}

function isCutOff({ store }: Api, call: SandboxCall): boolean {
  const name = nameIn(call) || createdIn(call);
  return store.isUnreachable() || store.sessions.get(name)?.trouble === 'gateway';
}

const createdIn = ({ body }: SandboxCall): string =>
  isRecord(body) && typeof body['name'] === 'string' ? body['name'] : '';

/** The main key may do everything, a session's key only what concerns that session. */
function allowed({ store, key }: Api, call: SandboxCall, session: string | undefined): void {
  const given = call.headers['x-api-key'] ?? call.query.get('x-api-key');
  if (given === key) return;
  const other = store.keys().find((one) => one.key === given);
  if (!other) throw unauthorized();
  if (!other.isAdmin && (session === undefined || other.session !== session)) throw forbidden();
}

export function read<T>(schema: z.ZodMiniType<T>, { body }: SandboxCall): T {
  const checked = schema.safeParse(body ?? {});
  if (checked.success) return checked.data;
  throw badFields(checked.error.issues.map((issue) => `${issue.path.join('.') || 'body'} ${said(issue)}`));
}

const said = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' ? `must be a ${issue.expected}` : 'is not valid';
