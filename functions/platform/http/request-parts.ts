import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';

import type { Endpoint, OwnedKind } from '#shared/contracts/endpoint.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';

import { bodyBytes } from './body-bytes.ts';
import { isUnsafe, type RequestContext } from './request-context.ts';

const maxBytes = 16 * 1024;

export function readParts(context: RequestContext): void {
  const { event, route } = context;
  const { endpoint } = route;
  requireReadable(event);
  const bytes = checkedBytes(event, endpoint);
  context.params = parsePart(endpoint.params, event.pathParameters ?? {}, () => new Refusal(notFoundCode(endpoint)));
  context.query = parsePart(endpoint.query, event.queryStringParameters ?? {}, invalid);
  context.body = endpoint.body ? parsePart(endpoint.body, json(bytes), invalid) : undefined;
}

function checkedBytes(event: APIGatewayProxyEventV2, endpoint: Endpoint): Buffer {
  const bytes = bodyBytes(event);
  if (bytes.length > maxBytes) throw new Refusal('request.tooLarge');
  if (bytes.length > 0 && endpoint.access !== 'key' && isUnsafe(endpoint) && !isJson(event.headers['content-type'])) {
    throw new Refusal('request.contentType');
  }
  return bytes;
}

/** The character that a previous decoder, such as API Gateway's, writes for bytes that are not UTF-8. */
const replaced = '\ufffd';

/** Throws if the URL is not UTF-8. */
function requireReadable({ rawPath = '', rawQueryString = '' }: Partial<APIGatewayProxyEventV2>): void {
  const parts = rawQueryString.split('&').filter((part) => !isReadable(part));
  if (parts.length > 0) throw invalid(parts.map((part) => ({ path: [part.split('=')[0] ?? ''] })));
  if (!isReadable(rawPath)) throw invalid([]);
}

/** A `%` without two hexadecimal digits is a literal `%`. */
function isReadable(text: string): boolean {
  try {
    return !decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25')).includes(replaced);
  } catch {
    return false;
  }
}

/** Throws if the bytes are not UTF-8, because they would be stored as other characters. */
function utf8(bytes: Buffer): string {
  const text = decodeText(bytes);
  if (text === undefined || text.includes(replaced)) throw new Refusal('request.notJson');
  return text;
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The limit for nested values, because later code recurses into them. */
const maxLevels = 32;

/** Returns the path of a value that is nested too deeply or has a lone surrogate. */
function faultIn(value: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length === maxLevels) return path.slice(0, 1);
  for (const [name, inner] of Object.entries(value)) {
    const fault = name.isWellFormed() ? faultIn(inner, [...path, name]) : path;
    if (fault) return fault;
  }
  return undefined;
}

const isJson = (contentType: string | undefined): boolean =>
  contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';

function json(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const value = parsedJson(utf8(bytes));
  const path = faultIn(value);
  if (path) throw invalid([{ path }]);
  return value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal('request.notJson', { cause });
  }
}

type Problems = readonly { readonly path: readonly PropertyKey[] }[];

function parsePart(
  schema: z.ZodMiniType | undefined,
  given: unknown,
  refuse: (problems: Problems) => Refusal,
): unknown {
  if (!schema) return {};
  const result = schema.safeParse(given);
  if (!result.success) throw refuse(result.error.issues);
  return result.data;
}

function invalid(problems: Problems): Refusal {
  const names = problems.map(({ path }) => path.map(String).join('.')).filter((name) => name !== '');
  const fields = Object.fromEntries(names.map((name) => [name, 'request.invalid'] as const));
  return new Refusal('request.invalid', names.length > 0 ? { fields } : {});
}

const notFoundCodes = {
  workspace: 'workspace.notFound',
  trigger: 'trigger.notFound',
  instance: 'instance.notFound',
  group: 'group.notFound',
  plan: 'plannedRun.notFound',
  accessKey: 'accessKey.notFound',
  session: 'request.notFound',
} as const satisfies Record<OwnedKind, RefusalCode>;

/** A malformed id gets the same response as an unknown one. */
function notFoundCode(endpoint: Endpoint): RefusalCode {
  if (endpoint.unreadableParams !== undefined) return endpoint.unreadableParams;
  const kind = Object.entries(endpoint.owned ?? {}).find(([place]) => place.startsWith('params.'))?.[1];
  return kind === undefined ? 'request.notFound' : notFoundCodes[kind];
}
