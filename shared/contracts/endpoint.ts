import type * as z from 'zod/mini';

import type { RefusalCode } from '../refusals.ts';

export type OwnedKind = 'workspace' | 'trigger' | 'plan' | 'accessKey' | 'instance' | 'group' | 'session';

type Schema = z.ZodMiniType;

/**
 * One call, declared once for server, browser, tests and the OpenAPI document. `key`: the function checks a secret by
 * itself. `scope`: the workspace of `X-Workspace-Id`, else the stored current one. The function writes `'redirect'` and
 * `'raw'` replies itself.
 */
export type Endpoint = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}` | `/prod/${string}`;
  readonly access: 'anyone' | 'session' | 'key';
  readonly scope?: 'workspace';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly reply?: Schema | 'redirect' | 'raw';
  /** What a `'raw'` reply can be beside a refusal, by status. */
  readonly answers?: Readonly<Record<number, Schema | 'empty' | 'page'>>;
  /** By default 200 with a reply and 204 without one. */
  readonly status?: 200 | 201 | 202;
  /** Where ids of owned things are: `params.id`, `body.workspaceId`. */
  readonly owned?: Readonly<Record<string, OwnedKind>>;
  /** By default, malformed params are answered like an unknown id. */
  readonly unreadableParams?: RefusalCode;
  /** With `?orNobody=1` the answer without a session is `null`, as browsers log a refusal as an error. */
  readonly orNobody?: true;
  /** Only these successes may be cached, by browsers and by the CDN. */
  readonly cacheSeconds?: number;
  /** Browsers keep the answer as a file of this name. */
  readonly attachment?: string;
  /** For reads; every write can answer 409. */
  readonly mayConflict?: boolean;
  /** Its key is that of a guest's page, as bearer. */
  readonly pass?: true;
  /** It fires a trigger, and heeds `Idempotency-Key` and `Prefer`. */
  readonly fires?: true;
  readonly summary: string;
};

export type Contract = Readonly<Record<string, Endpoint>>;

export const contract = <const C extends Contract>(endpoints: C): C => endpoints;

type Out<S, Missing> = S extends Schema ? z.output<S> : Missing;

export type ParamsOf<E extends Endpoint> = Out<E['params'], Record<string, never>>;
export type QueryOf<E extends Endpoint> = Out<E['query'], Record<string, never>>;
export type BodyOf<E extends Endpoint> = Out<E['body'], undefined>;
export type ReplyOf<E extends Endpoint> = Out<E['reply'], void>;

/** API Gateway's route key: the stage `prod` is part of public webhook paths, but never of a route key. */
export const routeKeyOf = (endpoint: Endpoint): string => `${endpoint.method} ${routePathOf(endpoint)}`;

/** What programs may read by GET they may ask for by HEAD, as those that watch an address do. */
export const methodsOf = ({ method, access, reply }: Endpoint): readonly Endpoint['method'][] =>
  method === 'GET' && access !== 'session' && reply !== 'redirect' ? ['GET', 'HEAD'] : [method];

export const routeKeysOf = (endpoint: Endpoint): string[] =>
  methodsOf(endpoint).map((method) => routeKeyOf({ ...endpoint, method }));

export const routePathOf = (endpoint: Endpoint): string => endpoint.path.replace(/^\/prod(?=\/)/, '');
