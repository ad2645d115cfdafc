import { json } from '#functions/platform/json.ts';

import type { HttpReply, HttpRequest } from '../../http.ts';
import { failed, keyOf, type AdapterDeps } from '../adapter.ts';
import { usualMs } from '../deadline.ts';
import type { Failed } from '../gateway.ts';
import { failureOf } from './evolution-failure.ts';

export type EvolutionCall = {
  method: HttpRequest['method'];
  /** Below the address of the gateway, from its slash on. */
  path: string;
  body?: object;
  timeoutMs?: number;
  /** Has an effect that a second call would have again, so a call that was lost must not be repeated blindly. */
  once?: true;
};

/** `body`: parsed JSON, undefined for an empty one. */
export type EvolutionAnswer = { outcome: 'ok'; body: unknown } | Failed;

export type Evolution = (call: EvolutionCall) => Promise<EvolutionAnswer>;

type Deps = Pick<AdapterDeps, 'http' | 'shard' | 'apiKey'>;

/**
 * One call to the Evolution API. Nothing that it answers leaves but what a caller reads field by field: its instances
 * carry their tokens in clear. https://doc.evolution-api.com/v2/
 */
export function createEvolution({ http, shard, apiKey }: Deps): Evolution {
  return async ({ method, path, body, timeoutMs = usualMs, once }) => {
    const key = await keyOf(apiKey);
    if (key.outcome !== 'key') return key;
    const reply = await http({
      method,
      url: `${shard.url}${path}`,
      headers: {
        apikey: key.value,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs,
    });
    return read(reply, once !== true);
  };
}

function read(reply: HttpReply, repeatable: boolean): EvolutionAnswer {
  if (reply.outcome === 'notSent') return failed('unreachable', { retryable: true });
  if (reply.outcome === 'lost') return failed('unreachable', { retryable: repeatable });
  const body = json(reply.body);
  if (reply.status >= 200 && reply.status < 300) return readBody(body);
  return failureOf(reply.status, body, repeatable);
}

/** Some failures come with status 200. */
function readBody(body: unknown): EvolutionAnswer {
  const isError = typeof body === 'object' && body !== null && 'error' in body && body.error === true;
  return isError ? failed('upstream', { status: 200, retryable: true }) : { outcome: 'ok', body };
}
