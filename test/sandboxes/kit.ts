import type * as z from 'zod/mini';

import type { Html } from './kit-html.ts';
import type { Misbehaviour } from './misbehaviour.ts';

/** One request as a sandbox's route sees it. */
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
  /** How this call has been told to misbehave, when that concerns the route itself. */
  misbehaviour: Misbehaviour | undefined;
};

/** Sends one server-sent event. */
type Send = (event: string, data: string) => void;

/**
 * What a route answers; with `stream` the connection stays open, and the returned function is called at its end. With
 * `cut` it is dropped without an answer.
 */
export type Reply = {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** A body that is no text, such as an image; instead of `body`. */
  bytes?: Uint8Array;
  cut?: true;
  stream?: (send: Send) => () => void;
};

/**
 * `api`: a call the provider's real service answers; it is heard and can misbehave. `page`: a page of the provider for
 * a person's browser; heard only. `own`: of the sandbox itself; neither.
 */
export type SandboxRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Pattern such as `/house/:person.json`; a parameter takes no dot, unless it is written `:id+`. */
  path: string;
  kind: 'api' | 'page' | 'own';
  handle: (call: SandboxCall) => Reply | Promise<Reply>;
};

/** One pretend provider. */
export type Sandbox = {
  name: string;
  title: string;
  imitates: readonly (string | Html)[];
  leavesOut: readonly (string | Html)[];
  routes: readonly SandboxRoute[];
  /** Paths at the root of the port that this sandbox answers too, for clients that take no base path. */
  rootPaths?: readonly string[];
  /** How this provider words a failure, given what `_misbehave` asked for. */
  fail: (wanted: { status?: number | undefined; code?: string | undefined }) => Reply;
  /** Fields that `_misbehave` accepts here beyond the common ones. */
  ownMisbehaviours?: Record<string, z.ZodMiniType>;
  /** What it remembers: how to forget it, and what to keep between runs, as JSON. */
  store: { reset: () => void; snapshot: () => unknown; restore: (kept: unknown) => void };
};

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

/** A redirect that a browser follows with GET. */
export function redirect(to: string): Reply {
  return { status: 303, headers: { location: to, 'cache-control': 'no-store' } };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text field of the body, whether it came as JSON or as a form. */
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
