import fc from 'fast-check';

import type { functions } from '#infra/functions.ts';
import { routeKeyOf, type Endpoint } from '#shared/contracts/endpoint.ts';

import { eventOf, stage } from '../local/gateway/event.ts';
import type { RawAnswer, RawRequest } from './raw-http.ts';
import { hostileTexts } from './values.ts';

type Event = ReturnType<typeof eventOf>;
type Change = (event: Event) => object;
type Row = Pick<(typeof functions)[number], 'name'>;

/** An event that goes straight to its function, so the gateway has checked nothing. */
export type DirectCall = { name: string; event: object };

const parameters = (event: Event, value: string): object => ({
  ...event,
  pathParameters: Object.fromEntries(Object.keys(event.pathParameters ?? {}).map((name) => [name, value])),
});
const less =
  (...names: readonly (keyof Event)[]): Change =>
  (event) =>
    Object.fromEntries(Object.entries(event).filter(([name]) => !names.some((one) => one === name)));

/** API Gateway omits empty fields and sends bytes that are not valid text as base64. */
const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.constant((event: Event) => event),
  fc.constantFrom(
    less('body'),
    less('cookies'),
    less('queryStringParameters', 'rawQueryString'),
    less('pathParameters'),
    less('isBase64Encoded'),
    less('body', 'cookies', 'queryStringParameters', 'pathParameters', 'isBase64Encoded', 'rawPath'),
    (event: Event) => ({ ...event, body: '', isBase64Encoded: true }),
    (event: Event) => ({ ...event, body: '%%% no base64 %%%', isBase64Encoded: true }),
    (event: Event) => ({ ...event, body: '\ud800', isBase64Encoded: false }),
    (event: Event) => ({ ...event, headers: {} }),
    (event: Event) => ({ ...event, cookies: ['', '=', 'session', '\u0000'] }),
    (event: Event) => ({ ...event, routeKey: '$default' }),
    (event: Event) => ({ ...event, routeKey: '__proto__' }),
  ),
  fc.constantFrom(...hostileTexts).map((value) => (event: Event) => parameters(event, value)),
  fc.constantFrom(...hostileTexts).map((value) => (event: Event) => ({
    ...event,
    queryStringParameters: Object.fromEntries(
      ['token', 'state', 'code', 'error', 'workspace', 'workspaceId', 'cursor', 'phone', '__proto__'].map((name) => [
        name,
        value,
      ]),
    ),
  })),
);

export function directCall(row: Row, endpoint: Endpoint, request: RawRequest, originSecret: string) {
  const [path = '', query = ''] = request.target.split('?');
  const pattern = endpoint.path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
  const values = path.split('/');
  const params = pattern.flatMap((name, index) => (name === undefined ? [] : [[name, values[index] ?? '']]));
  const event = eventOf(
    {
      method: endpoint.method,
      path: path.startsWith(`/${stage}/`) ? path : `/${stage}${path}`,
      query,
      rawHeaders: request.headers.flat(),
      address: '127.0.0.1',
      body: request.body,
    },
    {
      target: undefined,
      routeKey: routeKeyOf(endpoint),
      ...(params.length > 0 && { params: Object.fromEntries(params) }),
    },
    { originSecret },
    'fuzz',
    Date.now(),
  );
  return changes.map((change): DirectCall => ({ name: row.name, event: change(event) }));
}

/** Invokes the function with the event. Returns `threw` when the function throws, which is always a bug. */
export async function callDirectly(appUrl: string, { name, event }: DirectCall): Promise<RawAnswer | 'threw'> {
  const response = await fetch(`${appUrl}/2015-03-31/functions/${name}/invocations`, {
    method: 'POST',
    body: JSON.stringify(event),
    signal: AbortSignal.timeout(35_000),
  });
  const result: unknown = await response.json();
  if (response.headers.has('x-amz-function-error') || typeof result !== 'object' || result === null) return 'threw';
  const part = (key: string): unknown => Reflect.get(result, key);
  const [status, headers, cookies, body] = [part('statusCode'), part('headers'), part('cookies'), part('body')];
  const lines = Object.entries(typeof headers === 'object' && headers !== null ? headers : {});
  return {
    status: Number(status),
    headers: new Map<string, string[]>([
      ...lines.map(([key, value]): [string, string[]] => [key.toLowerCase(), [String(value)]]),
      ['set-cookie', Array.isArray(cookies) ? cookies.map(String) : []],
    ]),
    body: Buffer.from(typeof body === 'string' ? body : ''),
  };
}
