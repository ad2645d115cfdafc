import type * as z from 'zod/mini';

import type { Html } from './kit-html.ts';
import type { SandboxTime } from './kit-time.ts';
import type { Misbehaviour } from './misbehaviour.ts';

export type SandboxCall = {
  method: string;
  /** Path below the sandbox's prefix, for example `/ap/oa`. */
  path: string;
  /** The full path, for example `/amazon/ap/oa`. */
  fullPath: string;
  /** Address of the sandbox itself, for example `http://127.0.0.1:3100/amazon`. */
  base: string;
  query: URLSearchParams;
  params: Record<string, string>;
  headers: Record<string, string>;
  raw: string;
  /** Parsed JSON, a record of the form's fields, or undefined. */
  body: unknown;
  misbehaviour: Misbehaviour | undefined;
};

type Send = (event: string, data: string) => void;

/**
 * `stream` keeps the connection open and calls the returned function when it closes. `cut` drops the connection, and
 * `afterwards` runs once the response was sent.
 */
export type Reply = {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** A binary body that replaces `body`. */
  bytes?: Uint8Array;
  cut?: true;
  afterwards?: () => void;
  stream?: (send: Send) => () => void;
};

/** `api` is recorded and can misbehave, `page` is only recorded, and `own` is neither. */
export type SandboxRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A pattern such as `/home/:person.json`. A parameter matches no dot unless it is written as `:id+`. */
  path: string;
  kind: 'api' | 'page' | 'own';
  handle: (call: SandboxCall) => Reply | Promise<Reply>;
  /** The error format of this call, if it differs from the sandbox's other calls. */
  fail?: Sandbox['fail'];
};

export type Sandbox = {
  name: string;
  title: string;
  imitates: readonly (string | Html)[];
  leavesOut: readonly (string | Html)[];
  routes: readonly SandboxRoute[];
  /** Root paths for clients that support no base path. */
  rootPaths?: readonly string[];
  /** The error format of this provider. */
  fail: (wanted: { status?: number | undefined; code?: string | undefined }) => Reply;
  /** Key of the user whose token or code the call contains. */
  personOf?: (call: SandboxCall) => string | undefined;
  ownMisbehaviours?: Record<string, z.ZodMiniType>;
  /** Time-dependent behaviour. */
  time?: Partial<SandboxTime>;
  store: { reset: () => void; snapshot: () => unknown; restore: (kept: unknown) => void };
};

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

export function redirect(to: string): Reply {
  return { status: 303, headers: { location: to, 'cache-control': 'no-store' } };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function field(call: SandboxCall, name: string): string | undefined {
  const value = isRecord(call.body) ? call.body[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function wantsJson(call: SandboxCall): boolean {
  return (call.headers['accept'] ?? '').includes('application/json');
}

export function isForm(call: SandboxCall): boolean {
  return (call.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
}
