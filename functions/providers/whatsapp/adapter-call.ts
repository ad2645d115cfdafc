import { json } from '#functions/platform/http/json.ts';

import type { HttpReply, HttpRequest } from '../http.ts';
import { failed, keyOf, type AdapterDeps } from './adapter.ts';
import { usualMs } from './call-times.ts';
import type { GatewayFailure } from './gateway.ts';

export type GatewayCall = {
  method: HttpRequest['method'];
  /** Below the address of the gateway, from its slash on. */
  path: string;
  body?: object;
  timeoutMs?: number;
  /** Has an effect that a second call would have again, so a call that was lost must not be repeated blindly. */
  once?: true;
};

/** `body`: parsed JSON, undefined for an empty one. */
export type GatewayAnswer = { outcome: 'ok'; body: unknown } | GatewayFailure;

export type CallGateway = (call: GatewayCall) => Promise<GatewayAnswer>;

export type CallDeps = Pick<AdapterDeps, 'http' | 'shard' | 'apiKey' | 'previousKey'>;

/** In what the calls of two vendors differ. */
type Vendor = {
  keyHeader: string;
  /** Why it refused. `repeatable`: the call may have its effect again. */
  failureOf: (status: number, body: unknown, repeatable: boolean) => GatewayFailure;
  /** For one whose failures may come with a status of success. */
  readOk?: (body: unknown) => GatewayAnswer;
};

/**
 * Calls a gateway with its key, as JSON. A call that nobody answered is `unreachable`. EventBase the key is being changed and
 * the gateway does not take the new one yet, the call, which had no effect then, is made again with the one before.
 */
export function gatewayCaller({ previousKey, ...deps }: CallDeps, vendor: Vendor): CallGateway {
  return async (call) => {
    const key = await keyOf(deps.apiKey);
    if (key.outcome !== 'key') return key;
    const answer = await callWith(deps, vendor, key.value, call);
    if (answer.outcome === 'ok' || answer.error.code !== 'unauthorized') return answer;
    const previous = await previousKey?.().catch(() => undefined);
    return previous === undefined ? answer : callWith(deps, vendor, previous, call);
  };
}

async function callWith(
  { http, shard }: Pick<CallDeps, 'http' | 'shard'>,
  { keyHeader, ...vendor }: Vendor,
  key: string,
  { method, path, body, timeoutMs = usualMs, once }: GatewayCall,
): Promise<GatewayAnswer> {
  const reply = await http({
    method,
    url: `${shard.url}${path}`,
    headers: {
      [keyHeader]: key,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    timeoutMs,
  });
  return read(reply, once !== true, vendor);
}

const okWith = (body: unknown): GatewayAnswer => ({ outcome: 'ok', body });

function read(
  reply: HttpReply,
  repeatable: boolean,
  { failureOf, readOk = okWith }: Omit<Vendor, 'keyHeader'>,
): GatewayAnswer {
  if (reply.outcome === 'notSent') return failed('unreachable', { retryable: true });
  if (reply.outcome === 'lost') return failed('unreachable', { retryable: repeatable });
  const body = json(reply.body);
  if (reply.status >= 200 && reply.status < 300) return readOk(body);
  return failureOf(reply.status, body, repeatable);
}
