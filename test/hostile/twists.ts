import fc from 'fast-check';

import { hostileBody } from './bodies.ts';
import type { RawRequest } from './raw-http.ts';
import { hostileTexts } from './values.ts';

type Twist = (request: RawRequest) => RawRequest;
type Fields = Readonly<Record<string, unknown>>;

/** What a request can be made of: the right one, its body as fields, and ids of somebody else. */
export type Material = { right: RawRequest; fields: Fields | undefined; foreign: Fields; appUrl: string };

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());
const header =
  (name: string, value: string): Twist =>
  (request) => ({
    ...request,
    headers: [...request.headers, [name, value]],
  });
const without =
  (name: string): Twist =>
  (request) => ({
    ...request,
    headers: request.headers.filter(([key]) => key !== name),
  });
const instead =
  (name: string, value: string): Twist =>
  (request) =>
    header(name, value)(without(name)(request));
const at =
  (change: (path: string, query: string) => string): Twist =>
  (request) => {
    const [path = '', ...query] = request.target.split('?');
    return { ...request, target: change(path, query.join('?')) };
  };
const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

const contentTypes = fc.constantFrom(
  without('content-type'),
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json;charset=utf-7',
    'APPLICATION/JSON ; x=y',
    'application/jsonp',
    'application/json, text/plain',
    'application/ld+json',
    ';',
    'a'.repeat(2000),
  ].map((type) => instead('content-type', type)),
  header('content-type', 'text/plain'),
  header('content-encoding', 'gzip'),
  header('content-encoding', 'br, gzip, deflate'),
);

/** The session may be sent twice, cut, or among cookies that are none; the right one comes first and last in turn. */
const cookies = fc.constantFrom(
  without('cookie'),
  header('cookie', 'session=made-up'),
  ...['session', 'session=', '=;=;;', 'session="', 'session=%00', '__Host-session=x', '$Version=1; session=x'].map(
    (text) => instead('cookie', text),
  ),
  (request: RawRequest) => ({
    ...request,
    headers: request.headers.map(([name, value]) => [name, name === 'cookie' ? `session=x; ${value}` : value] as const),
  }),
  instead('cookie', `session=${'x'.repeat(4000)}`),
  instead('cookie', 'a=b; '.repeat(300)),
);

const headers = ({ foreign, appUrl }: Material) =>
  fc.constantFrom(
    ...Object.values(foreign).map((id) => instead('x-workspace-id', String(id))),
    ...['1,2', '1, 1', '-1', '0', '01', '1.0', '1e3', ' 1', '9'.repeat(30), 'NaN', '__proto__', '', 'null', '[1]'].map(
      (id) => instead('x-workspace-id', id),
    ),
    header('x-workspace-id', '7'),
    header('x-origin-secret', 'guessed'),
    header('x-viewer-address', '1.2.3.4'),
    header('x-forwarded-for', '127.0.0.1, 10.0.0.1'),
    instead('host', 'evil.example'),
    header('x-forwarded-host', 'evil.example'),
    header('forwarded', 'host=evil.example;proto=http'),
    header('x-original-url', '/api/workspaces'),
    header('x-rewrite-url', '/api/workspaces'),
    ...['PUT', 'DELETE', 'GET'].map((method) => header('x-http-method-override', method)),
    ...[appUrl, 'null', 'https://evil.example', `${appUrl}.evil.example`, '*', '', `${appUrl},${appUrl}`].map(
      (origin) => header('origin', origin),
    ),
    header('authorization', 'Bearer '),
    header('authorization', `Bearer ${'x'.repeat(3000)}`),
    header('idempotency-key', ''),
    header('idempotency-key', 'x'.repeat(129)),
    header('idempotency-key', '\u00ff\u0080'),
    header('accept-language', `${'x-'.repeat(500)};q=9, *`),
    header('accept', 'application/xml'),
    header('user-agent', '\u001b[2J'),
    header('expect', '200-ok'),
    header('range', 'bytes=0-1'),
    header('if-none-match', '*'),
    header('te', 'trailers'),
    header('__proto__', 'polluted'),
    header('constructor', 'polluted'),
    header('x-long', 'x'.repeat(9000)),
    header('x-longer', 'x'.repeat(40_000)),
    header('x-folded', 'a\r\n b'),
    header('x-injected', 'a\r\nx-workspace-id: 7'),
    header('bad name', 'x'),
    header('x-nul', 'a\u0000b'),
    header('transfer-encoding', 'chunked'),
    header('transfer-encoding', 'gzip, chunked'),
    header('content-length', '5'),
    header('upgrade', 'websocket'),
  );

const paths = fc.constantFrom(
  ...[
    (path: string) => `${path}/`,
    (path: string) => `/${path}`,
    (path: string) => path.replaceAll('/', '//'),
    (path: string) => path.toUpperCase(),
    (path: string) => `${path}/..`,
    (path: string) => `/x/..${path}`,
    (path: string) => `/x/%2e%2e${path}`,
    (path: string) => path.replace('/api/', '/api/%2e/'),
    (path: string) => `${path}%00`,
    (path: string) => `${path}%2f`,
    (path: string) => `${path}%252e%252e%252f`,
    (path: string) => `${path};session=x`,
    (path: string) => `${path}%`,
    (path: string) => `${path}%zz`,
    (path: string) => `${path}%c0%ae`,
    (path: string) => `${path}%ff`,
    (path: string) => `${path}\\..\\x`,
    (path: string) => `http://evil.example${path}`,
    (path: string) => `${path}#x`,
    (path: string) => `${path}/${'x'.repeat(7000)}`,
    (path: string) => path.replace(/[^/]+$/, encodeURIComponent('ação')),
    (path: string) => path.replace(/[^/]+$/, '\u00e7\u00e3'),
    (path: string) => path.replace(/[^/]+$/, '__proto__'),
    (path: string) => `/prod${path}`,
    (path: string) => path.replace(/^\/prod/, ''),
  ].map((change) => at((path, query) => withQuery(change(path), query))),
);

/** Another value in the place of an id of the path. */
const ids = fc
  .tuple(fc.nat(3), fc.constantFrom(...hostileTexts, '9007199254740993', '281474976710656', '-1', '0', '1.0', '01'))
  .map(([place, value]) =>
    at((path, query) => {
      const parts = path.split('/');
      const last = Math.max(2, parts.length - 1 - place);
      return withQuery(parts.map((part, index) => (index === last ? escaped(value) || '%20' : part)).join('/'), query);
    }),
  );

const queries = ({ foreign }: Material) =>
  fc.oneof(
    fc
      .constantFrom(
        ...Object.entries(foreign).map(([name, id]) => `${name}=${String(id)}`),
        ...['__proto__', 'constructor', 'toString'].flatMap((name) => [`${name}=x`, `${name}[a]=x`]),
        'a[]=1&a[]=2&a=3',
        '&&&===&',
        '%',
        '%zz=%',
        '%ff=%c0%ae',
        'token=&token=x',
        'orNobody=1',
        'orNobody=1&orNobody=2',
        'cursor=%00',
        `x=${'y'.repeat(7000)}`,
        'a=b&'.repeat(1000),
        '?',
      )
      .map((more) => at((path, query) => `${path}?${query === '' ? '' : `${query}&`}${more}`)),
    // A second value, or another one, for what is there.
    fc.tuple(fc.constantFrom(...hostileTexts), fc.boolean()).map(([value, twice]) =>
      at((path, query) => {
        const [first = 'cursor=x', ...rest] = query.split('&');
        const name = first.split('=')[0] || 'cursor';
        return withQuery(path, [...(twice ? [first] : []), `${name}=${escaped(value)}`, ...rest].join('&'));
      }),
    ),
  );

const methods = fc
  .constantFrom(
    'TRACE',
    'PUT',
    'OPTIONS',
    'HEAD',
    'GET',
    'POST',
    'PATCH',
    'DELETE',
    'PROPFIND',
    'BREW',
    'get',
    'CONNECT',
  )
  .map((method): Twist => (request) => ({ ...request, method }));

const bodies = ({ fields, foreign }: Material): fc.Arbitrary<Twist> =>
  hostileBody(fields ?? {}, foreign).map((body) => (request) => ({ ...request, body }));

/** One to three twists of one request. */
export function hostileRequest(material: Material): fc.Arbitrary<RawRequest> {
  const one: fc.Arbitrary<Twist> = fc.oneof(
    { weight: material.fields ? 10 : 2, arbitrary: bodies(material) },
    { weight: material.fields ? 2 : 1, arbitrary: contentTypes },
    { weight: 1, arbitrary: cookies },
    { weight: 3, arbitrary: headers(material) },
    { weight: 2, arbitrary: paths },
    { weight: 3, arbitrary: ids },
    { weight: 3, arbitrary: queries(material) },
    { weight: 1, arbitrary: methods },
  );
  return fc
    .array(one, { minLength: 1, maxLength: 3 })
    .map((twists) => measured(twists.reduce((request, twist) => twist(request), material.right)));
}

/** With the length of its body, unless a twist says another one or none. */
function measured(request: RawRequest): RawRequest {
  const says = request.headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding');
  if (says || request.body === undefined) return request;
  return header('content-length', String(request.body.length))(request);
}
