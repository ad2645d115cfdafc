import { json } from '#functions/platform/json.ts';

import type { HttpReply, HttpRequest } from '../../http.ts';
import { failed, keyOf, type AdapterDeps } from '../adapter.ts';
import { usualMs } from '../deadline.ts';
import type { Failed } from '../gateway.ts';
import { failureOf } from './waha-failure.ts';

export type WahaCall = {
  method: HttpRequest['method'];
  /** Below the address of the gateway, from its slash on. */
  path: string;
  body?: object;
  timeoutMs?: number;
  /** Has an effect that a second call would have again, so a call that was lost must not be repeated blindly. */
  once?: true;
};

/** `body`: parsed JSON, undefined for an empty one. */
export type WahaAnswer = { outcome: 'ok'; body: unknown } | Failed;

export type Waha = (call: WahaCall) => Promise<WahaAnswer>;

/**
 * One call to WAHA. Nothing that it answers leaves but what a caller reads field by field: its line objects carry keys,
 * its 500s repeat our request. https://waha.devlike.pro/docs/how-to/security/
 */
export function createWaha({ http, shard, apiKey }: Pick<AdapterDeps, 'http' | 'shard' | 'apiKey'>): Waha {
  return async ({ method, path, body, timeoutMs = usualMs, once }) => {
    const key = await keyOf(apiKey);
    if (key.outcome !== 'key') return key;
    const reply = await http({
      method,
      url: `${shard.url}${path}`,
      headers: {
        'x-api-key': key.value,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs,
    });
    return read(reply, once !== true);
  };
}

function read(reply: HttpReply, repeatable: boolean): WahaAnswer {
  if (reply.outcome === 'notSent') return failed('unreachable', { retryable: true });
  if (reply.outcome === 'lost') return failed('unreachable', { retryable: repeatable });
  const { status } = reply;
  const body = json(reply.body);
  if (status >= 200 && status < 300) return { outcome: 'ok', body };
  return failureOf(status, body, repeatable);
}
