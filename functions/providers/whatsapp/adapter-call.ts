import { json } from '#functions/platform/json.ts';

import type { HttpReply, HttpRequest } from '../http.ts';
import { gatewayFailure, keyOf, type AdapterDeps } from './adapter.ts';
import { usualMs } from './call-times.ts';
import type { GatewayFailure } from './gateway.ts';

export type GatewayCall = {
  method: HttpRequest['method'];
  /** Path after the gateway's base URL, with a leading slash. */
  path: string;
  body?: object;
  timeoutMs?: number;
  /** The call must not be repeated, because it may have had its effect. */
  once?: true;
};

/** `body` is parsed JSON, or undefined if empty. */
export type GatewayAnswer = { outcome: 'ok'; body: unknown } | GatewayFailure;

export type CallGateway = (call: GatewayCall) => Promise<GatewayAnswer>;

export type CallDeps = Pick<AdapterDeps, 'http' | 'shard' | 'apiKey' | 'previousKey'>;

type Vendor = {
  keyHeader: string;
  /** A `repeatable` call can be sent twice without harm. */
  failureOf: (status: number, body: unknown, repeatable: boolean) => GatewayFailure;
  /** For vendors that return failures with status 200. */
  readOk?: (body: unknown) => GatewayAnswer;
};

/** Retries a rejected key with the previous one, for the time of a key rotation. */
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
  if (reply.outcome === 'notSent') return gatewayFailure('unreachable', { retryable: true });
  if (reply.outcome === 'lost') return gatewayFailure('unreachable', { retryable: repeatable });
  const body = json(reply.body);
  if (reply.status >= 200 && reply.status < 300) return readOk(body);
  return failureOf(reply.status, body, repeatable);
}
