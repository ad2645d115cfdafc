import { refusals } from '../refusals.ts';
import type { Endpoint } from './endpoint.ts';

type Json = Readonly<Record<string, unknown>>;

const all = Object.entries(refusals).map(([code, [status, sentence]]) => ({ code, status, sentence }));

const statuses: ReadonlySet<number> = new Set(all.map(({ status }) => status));

const withStatus = <Value>(described: (status: number, those: typeof all) => [string, Value]): Record<string, Value> =>
  Object.fromEntries(
    [...statuses].map((status) => {
      const those = all.filter((each) => each.status === status);
      return described(status, those);
    }),
  );

/** One schema per status, because each status has different keys. */
export const refusalSchemas: Json = withStatus((status, those) => [
  `Refusal${status}`,
  {
    type: 'object',
    properties: {
      error: { type: 'string', description: 'An English sentence' },
      errorKey: { type: 'string', enum: those.map(({ code }) => code) },
      fields: {
        type: 'object',
        description: 'Keys of the fields at fault, by name',
        additionalProperties: { type: 'string', enum: all.map(({ code }) => code) },
      },
    },
    required: ['error', 'errorKey'],
  } satisfies Json,
]);

/** API Gateway's own limits answer in this shape. */
const ownLimit = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
const allow = { Allow: { description: 'The methods that this address has', schema: { type: 'string' } } };
const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

export function refusalContent(status: number, own: readonly Json[] = []): Json {
  const shapes = [
    ...own,
    { $ref: `#/components/schemas/Refusal${status}` },
    ...(status === 429 || status === 413 ? [ownLimit] : []),
  ];
  return { 'application/json': { schema: shapes.length > 1 ? { anyOf: shapes } : shapes[0] } };
}

export const refusalResponses: Readonly<Record<string, Json>> = withStatus((status, those) => [
  `Refusal${status}`,
  {
    description: those.map(({ code, sentence }) => `- \`${code}\`: ${sentence}`).join('\n'),
    ...((status === 429 || status === 503) && { headers: retryAfter }),
    ...(status === 405 && { headers: allow }),
    content: refusalContent(status),
  } satisfies Json,
]);

export function mayRefuseWith(endpoint: Endpoint): number[] {
  const { method, access, query, body, unreadableParams, pass = false, fires = false, mayConflict = false } = endpoint;
  const isUnsafe = method !== 'GET' && method !== 'HEAD';
  const isSignedIn = access === 'session';
  const hasKey = access === 'key';
  const met: [status: number, when: boolean][] = [
    [400, fires || query !== undefined || body !== undefined || unreadableParams !== undefined],
    [401, isSignedIn],
    [403, isUnsafe && !hasKey],
    [404, true],
    [409, (isSignedIn && isUnsafe) || hasKey || mayConflict],
    [410, pass || (hasKey && query !== undefined)],
    [413, isUnsafe],
    [415, isUnsafe && !hasKey],
    [429, true],
    [500, true],
    [503, true],
  ];
  return met.filter(([, when]) => when).map(([status]) => status);
}
