import * as z from 'zod/mini';

import type { Endpoint, ReplyOf } from '#shared/contracts/endpoint.ts';

import { ApiError, isAbort } from './api-error.ts';
import { isRunRefusedForSession } from './is-session-over.ts';
import { readReply } from './read-reply.ts';

type Values = Readonly<Record<string, unknown>>;

type Wire = { params?: Values; query?: Values; body?: unknown; workspaceId?: number | undefined };

export type CallOptions = {
  signal?: AbortSignal;
  /** In milliseconds. A call without an answer fails as `network`. Writes have no limit unless the caller sets one. */
  limit?: number;
  /** The caller shows failures itself: no toast, and the session does not end. */
  skipErrorHandling?: boolean;
  /** Statuses whose message the caller shows itself, or all. A 401 still signs out. */
  allow?: readonly number[] | 'all';
  /** The caller also shows a 401 itself, as for a run; only an expired session signs out. */
  allowUnauthorized?: boolean;
};

export type ClientDeps = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Aborts after this many milliseconds, with an error other than `AbortError`. */
  timeout: (ms: number) => AbortSignal;
  onFailure: (error: ApiError) => void;
  onSessionExpired: (error: ApiError) => void;
  report: (what: string, cause?: unknown) => void;
  /** Loads the texts for refusals. */
  loadRefusals: () => Promise<void>;
};

/** In milliseconds. API Gateway answers each call within 29 s, but a network without a signal never answers. */
const readLimit = 30_000;

export type Client = {
  /** Throws an `ApiError`, or rethrows an abort unchanged. */
  call: <E extends Endpoint>(endpoint: E, input: Wire, options?: CallOptions) => Promise<ReplyOf<E>>;
};

export function createClient(deps: ClientDeps): Client {
  return {
    async call(endpoint, input, options = {}) {
      try {
        const response = await send(deps, endpoint, input, options);
        return parse(endpoint, await readReply(response));
      } catch (cause) {
        if (isAbort(cause)) throw cause;
        const error = cause instanceof ApiError ? cause : new ApiError('network', 0, 'network error', { cause });
        if (error.problem === 'refused') await deps.loadRefusals();
        handle(deps, endpoint, error, options);
        throw error;
      }
    },
  };
}

function send(deps: ClientDeps, endpoint: Endpoint, input: Wire, options: CallOptions): Promise<Response> {
  const { signal, limit = endpoint.method === 'GET' ? readLimit : undefined } = options;
  const headers = new Headers({ accept: 'application/json' });
  if (input.workspaceId !== undefined) headers.set('x-workspace-id', String(input.workspaceId));
  const ends = [signal, limit === undefined ? undefined : deps.timeout(limit)].filter((end) => end !== undefined);
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'include',
    headers,
    signal: AbortSignal.any(ends),
  };
  if (input.body instanceof FormData) init.body = input.body; // the browser sets the content type with its boundary
  else if (input.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(input.body);
  }
  return deps.fetch(addressOf(endpoint, input), init);
}

export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Pick<Wire, 'params' | 'query'>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

function parse<E extends Endpoint>(endpoint: E, json: unknown): ReplyOf<E>;
function parse(endpoint: Endpoint, json: unknown): unknown {
  if (!endpoint.reply || typeof endpoint.reply === 'string') return undefined;
  const reply = z.safeParse(endpoint.reply, json);
  if (reply.success) return reply.data;
  const paths = reply.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new ApiError('unexpected', 200, `unexpected reply: ${paths}`);
}

function handle(deps: ClientDeps, endpoint: Endpoint, error: ApiError, options: CallOptions): void {
  // Report only the path, because a body may contain secrets.
  if (error.problem === 'unexpected') deps.report(`${endpoint.method} ${endpoint.path}: ${error.message}`);
  if (options.skipErrorHandling) return;
  const signsOut = error.status === 401 && (!options.allowUnauthorized || isRunRefusedForSession(error));
  if (signsOut) deps.onSessionExpired(error);
  else if (options.allow !== 'all' && !options.allow?.includes(error.status)) deps.onFailure(error);
}
