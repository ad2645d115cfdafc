import type * as z from 'zod/mini';

import type { RefusalCode } from '../refusals.ts';

/** Kinds of things that belong to one user; tests fire every endpoint at somebody else's. */
export type OwnedKind = 'workspace' | 'trigger' | 'instance' | 'group';

type Schema = z.ZodMiniType;

/**
 * One call of the product, declared once for server, browser, tests and the OpenAPI document.
 *
 * `path` is what a client calls, with `{name}` for parameters. `access` says who may call: anybody, a signed-in
 * person, or (`key`) whoever holds a secret that the function checks by itself. `scope: 'workspace'` means that the call
 * works on the workspace named by `X-Workspace-Id`, or on the stored current one. No `reply` means 204 without a body;
 * `'redirect'` and `'raw'` replies are written by the function itself.
 */
export type Endpoint = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}` | `/prod/${string}`;
  readonly access: 'anyone' | 'session' | 'key';
  readonly scope?: 'workspace';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly reply?: Schema | 'redirect' | 'raw';
  /** What a `'raw'` reply can be beside a refusal, by status; for the OpenAPI document. */
  readonly answers?: Readonly<Record<number, Schema | 'empty'>>;
  /** Status of a success; 200 with a reply and 204 without one unless said here. */
  readonly status?: 200 | 201 | 202;
  /** Where ids of owned things travel: `params.id`, `body.workspaceId`... */
  readonly owned?: Readonly<Record<string, OwnedKind>>;
  /** What params that cannot be any are answered with; by default like an id of nobody. */
  readonly unreadableParams?: RefusalCode;
  /** With `?orNobody=1` a stranger is answered `null` instead of a refusal, which a browser would call an error. */
  readonly orNobody?: true;
  /** A success may be kept this long by anybody, the CDN too; nothing else is kept by anyone. */
  readonly cacheSeconds?: number;
  /** A read that a state can forbid with 409, as it can every write; for the OpenAPI document. */
  readonly mayConflict?: boolean;
  /** One line for the OpenAPI document. */
  readonly summary: string;
};

export type Contract = Readonly<Record<string, Endpoint>>;

/** Keeps the literal types of a group of endpoints. */
export const contract = <const C extends Contract>(endpoints: C): C => endpoints;

type Out<S, Missing> = S extends Schema ? z.output<S> : Missing;

export type ParamsOf<E extends Endpoint> = Out<E['params'], Record<string, never>>;
export type QueryOf<E extends Endpoint> = Out<E['query'], Record<string, never>>;
export type BodyOf<E extends Endpoint> = Out<E['body'], undefined>;
export type ReplyOf<E extends Endpoint> = Out<E['reply'], void>;

/**
 * API Gateway's route key. The stage `prod` is part of public webhook paths but never of a route key:
 * `/prod/trigger/...` and `/api/...` both live on that stage, the CDN adds the prefix for `/api`.
 */
export const routeKeyOf = (endpoint: Endpoint): string => `${endpoint.method} ${routePathOf(endpoint)}`;

export const routePathOf = (endpoint: Endpoint): string => endpoint.path.replace(/^\/prod(?=\/)/, '');
