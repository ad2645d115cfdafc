import type * as z from 'zod/mini';

import type { RefusalCode } from '../refusals.ts';

export type OwnedKind = 'workspace' | 'trigger' | 'plan' | 'accessKey' | 'instance' | 'group' | 'session';

type Schema = z.ZodMiniType;

/** An endpoint, declared once for the server, the browser, the tests and the OpenAPI document. */
export type Endpoint = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}` | `/prod/${string}`;
  /** With `key`, the function checks a secret instead of the session. */
  readonly access: 'anyone' | 'session' | 'key';
  /** The workspace in `X-Workspace-Id`, or else the stored current workspace. */
  readonly scope?: 'workspace';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The function writes `'redirect'` and `'raw'` replies itself. */
  readonly reply?: Schema | 'redirect' | 'raw';
  /** Possible replies of a `'raw'` endpoint by status, apart from refusals. */
  readonly answers?: Readonly<Record<number, Schema | 'empty' | 'page'>>;
  /** Defaults to 200 with a reply and 204 without one. */
  readonly status?: 200 | 201 | 202;
  /** Fields that contain ids of owned items, such as `params.id` or `body.workspaceId`. */
  readonly owned?: Readonly<Record<string, OwnedKind>>;
  /** The refusal for malformed params. By default, the same as for an unknown id. */
  readonly unreadableParams?: RefusalCode;
  /** With `?orNobody=1` the reply is `null` without a session, because browsers log a refusal as an error. */
  readonly orNobody?: true;
  /** Browsers and the CDN may cache successful replies, and only those, for this long. */
  readonly cacheSeconds?: number;
  /** Browsers save the reply as a file with this name. */
  readonly attachment?: string;
  /** Set for reads that can return 409. Every write can. */
  readonly mayConflict?: boolean;
  /** The bearer token is the key of a guest page. */
  readonly pass?: true;
  /** Fires a trigger and supports `Idempotency-Key` and `Prefer`. */
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

/** API Gateway's route key, without the stage `prod` that public paths begin with. */
export const routeKeyOf = (endpoint: Endpoint): string => `${endpoint.method} ${routePathOf(endpoint)}`;

/** A GET endpoint for programs also accepts HEAD, which uptime monitors send. */
export const methodsOf = ({ method, access, reply }: Endpoint): readonly Endpoint['method'][] =>
  method === 'GET' && access !== 'session' && reply !== 'redirect' ? ['GET', 'HEAD'] : [method];

export const routeKeysOf = (endpoint: Endpoint): string[] =>
  methodsOf(endpoint).map((method) => routeKeyOf({ ...endpoint, method }));

export const routePathOf = (endpoint: Endpoint): string => endpoint.path.replace(/^\/prod(?=\/)/, '');
