import fc from 'fast-check';

import { header, instead, without, type Material } from './mutation.ts';
import type { RawRequest } from './raw-http.ts';

export const contentTypes = fc.constantFrom(
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

/**
 * Cookie headers: missing, invalid, truncated and too long, and the valid session preceded or followed by invalid
 * cookies.
 */
export const cookies = fc.constantFrom(
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

export const headers = ({ foreign, appUrl }: Material) =>
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
