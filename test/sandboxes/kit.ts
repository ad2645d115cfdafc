import type * as z from 'zod/mini';

import type { Html } from './kit-html.ts';
import type { SandboxTime } from './kit-time.ts';
import type { Misbehaviour } from './misbehaviour.ts';

export type SandboxCall = {
  method: string;
  /** Path below the sandbox's own prefix, such as `/ap/oa`. */
  path: string;
  /** The whole path, such as `/amazon/ap/oa`. */
  fullPath: string;
  /** Address of the sandbox itself, such as `http://127.0.0.1:3100/amazon`. */
  base: string;
  query: URLSearchParams;
  params: Record<string, string>;
  headers: Record<string, string>;
  raw: string;
  /** Parsed JSON, or a record of the form's fields, or undefined. */
  body: unknown;
  misbehaviour: Misbehaviour | undefined;
};

type Send = (event: string, data: string) => void;

/** `stream` keeps the connection open and calls the returned function at its end; `cut` drops it; `afterwards` runs once it was sent. */
export type Reply = {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** A binary body, instead of `body`. */
  bytes?: Uint8Array;
  cut?: true;
  afterwards?: () => void;
  stream?: (send: Send) => () => void;
};

/** `api` is recorded and can misbehave; `page` is recorded only; `own` is neither. */
export type SandboxRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Pattern such as `/home/:person.json`; a parameter takes no dot, unless it is written `:id+`. */
  path: string;
  kind: 'api' | 'page' | 'own';
  handle: (call: SandboxCall) => Reply | Promise<Reply>;
  /** How this call words a failure, where it differs from the sandbox's other calls. */
  fail?: Sandbox['fail'];
};

export type Sandbox = {
  name: string;
  title: string;
  imitates: readonly (string | Html)[];
  leavesOut: readonly (string | Html)[];
  routes: readonly SandboxRoute[];
  /** Root paths for clients that take no base path. */
  rootPaths?: readonly string[];
  /** How this provider words a failure. */
  fail: (wanted: { status?: number | undefined; code?: string | undefined }) => Reply;
  /** Key of the person that a call's token or code belongs to. */
  personOf?: (call: SandboxCall) => string | undefined;
  ownMisbehaviours?: Record<string, z.ZodMiniType>;
  /** What happens here by itself. */
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
