import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

import { afterEach, describe, expect, test } from 'vitest';

import { contract } from '#shared/contracts/endpoint.ts';

import type { FunctionHost, Invocation } from '../functions/function-host.ts';
import { listen } from '../ports.ts';
import { answerRequests, gatewayServer, type LocalGatewaySettings } from './gateway.ts';

const rows = [
  {
    name: 'things',
    contracts: [
      contract({
        health: { method: 'GET', path: '/api/health', access: 'anyone', summary: '' },
        list: { method: 'GET', path: '/api/things', access: 'anyone', summary: '' },
        add: { method: 'POST', path: '/api/things', access: 'anyone', summary: '' },
        one: { method: 'GET', path: '/api/things/{id}', access: 'anyone', summary: '' },
        special: { method: 'GET', path: '/api/things/special', access: 'anyone', summary: '' },
        hook: { method: 'POST', path: '/prod/trigger/{workspaceId}/{deviceId}', access: 'key', summary: '' },
        look: { method: 'HEAD', path: '/prod/trigger/{workspaceId}/{deviceId}', access: 'key', summary: '' },
      }),
    ],
  },
];

type Reply = { status: number; headers: IncomingHttpHeaders; body: string };
type Call = { method?: string; path: string; headers?: Record<string, string | string[]>; body?: string | Buffer };

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function aGateway(does: (event: unknown) => unknown, settings: Partial<LocalGatewaySettings> = {}) {
  const events: unknown[] = [];
  const host: FunctionHost = {
    async invoke(_, event): Promise<Invocation> {
      events.push(event);
      try {
        return { ok: true, result: await does(event) };
      } catch (error) {
        return { ok: false, error: { errorType: 'Error', errorMessage: String(error) } };
      }
    },
    close: () => Promise.resolve(),
  };
  const answer = answerRequests({
    rows,
    host,
    cdn: { originSecret: 'from the cdn' },
    pages: [],
    ready: () => true,
    ...settings,
  });
  const server = gatewayServer(answer);
  const port = await listen(server, 0, 'PORT');
  closing.push(() => server.close().closeAllConnections());
  return { events, port, call: (wanted: Call) => call(port, wanted) };
}

function call(port: number, { method = 'GET', path, headers = {}, body }: Call): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const fine = () => ({ statusCode: 200, body: 'fine' });

describe('events of payload format 2.0', () => {
  const table: { says: string; call: Call; event: object }[] = [
    {
      says: 'the stage is in the paths, never in the route key',
      call: { path: '/api/things/7' },
      event: {
        version: '2.0',
        routeKey: 'GET /api/things/{id}',
        rawPath: '/prod/api/things/7',
        rawQueryString: '',
        pathParameters: { id: '7' },
        isBase64Encoded: false,
        requestContext: {
          http: { method: 'GET', path: '/prod/api/things/7', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
          stage: 'prod',
          routeKey: 'GET /api/things/{id}',
        },
      },
    },
    {
      says: 'the path of a webhook already contains the stage',
      call: { method: 'POST', path: '/prod/trigger/5/d1' },
      event: {
        routeKey: 'POST /trigger/{workspaceId}/{deviceId}',
        rawPath: '/prod/trigger/5/d1',
        pathParameters: { workspaceId: '5', deviceId: 'd1' },
      },
    },
    {
      says: 'paths are decoded and the query is both raw and decoded',
      call: { path: '/api/things/ol%C3%A1?a=1&a=2&b=x%20y&c' },
      event: {
        rawPath: '/prod/api/things/olá',
        pathParameters: { id: 'olá' },
        rawQueryString: 'a=1&a=2&b=x%20y&c',
        queryStringParameters: { a: '1,2', b: 'x y', c: '' },
      },
    },
    {
      says: 'an exact segment takes precedence over a parameter',
      call: { path: '/api/things/special' },
      event: { routeKey: 'GET /api/things/special' },
    },
    {
      says: 'header names are lower case and repeated values are joined',
      call: { path: '/api/things', headers: { 'X-Many': ['a', 'b'], 'X-Workspace-Id': '7' } },
      event: { headers: { 'x-many': 'a,b', 'x-workspace-id': '7' } },
    },
    {
      says: 'cookies are separate from headers',
      call: { path: '/api/things', headers: { Cookie: 'a=1; b=2' } },
      event: { cookies: ['a=1', 'b=2'] },
    },
    {
      says: 'the secret and the address come from the CDN, whatever the viewer sends',
      call: { path: '/api/things', headers: { 'X-Origin-Secret': 'guess', 'X-Viewer-Address': '9.9.9.9' } },
      event: { headers: { 'x-origin-secret': 'from the cdn', 'x-viewer-address': '127.0.0.1' } },
    },
    {
      says: 'the host is that of the API behind the CDN',
      call: { path: '/api/things' },
      event: { headers: { host: 'local.execute-api.us-east-1.amazonaws.com' } },
    },
    {
      says: 'JSON is text',
      call: post('application/json; charset=utf-8', '{"é":1}'),
      event: { body: '{"é":1}', isBase64Encoded: false },
    },
    {
      says: 'plain text is text',
      call: post('text/csv', 'a,b'),
      event: { body: 'a,b', isBase64Encoded: false },
    },
    {
      says: 'a form is base64, as on AWS',
      call: post('application/x-www-form-urlencoded', 'a=1'),
      event: { body: 'YT0x', isBase64Encoded: true },
    },
    {
      says: 'a body without a type is base64',
      call: { method: 'POST', path: '/api/things', body: 'a=1' },
      event: { body: 'YT0x', isBase64Encoded: true },
    },
    {
      says: 'bytes are base64',
      call: post('image/png', Buffer.from([0xff, 0x00])),
      event: { body: '/wA=', isBase64Encoded: true },
    },
  ];

  test.each(table)('creates an event in which $says', async ({ call: wanted, event }) => {
    const { call: send, events } = await aGateway(fine);
    await send(wanted);
    expect(events).toMatchObject([event]);
  });

  test('omits fields of an event that the request does not have', async () => {
    const { call: send, events } = await aGateway(fine);
    await send({ path: '/api/things' });
    const [event] = events;
    for (const name of ['cookies', 'body', 'pathParameters', 'queryStringParameters', 'stageVariables']) {
      expect(event).not.toHaveProperty(name);
    }
    expect(event).not.toHaveProperty('headers.cookie');
    expect(event).toHaveProperty(
      'requestContext.time',
      expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    );
  });
});

test('accepts parameter and header names that are properties of every object', async () => {
  const { call: send, events } = await aGateway(fine);
  await send({ path: '/api/things?constructor=a&__proto__=b', headers: { constructor: 'c' } });
  const query: unknown = JSON.parse('{"constructor":"a","__proto__":"b"}');
  expect(events).toMatchObject([{ queryStringParameters: query, headers: { constructor: 'c' } }]);
});

function post(type: string, body: string | Buffer): Call {
  return { method: 'POST', path: '/api/things', headers: { 'content-type': type }, body };
}

describe('responses from results', () => {
  const table: { says: string; result: unknown; answer: Partial<Reply> & { headers?: object } }[] = [
    {
      says: 'status, headers and body are those of the result',
      result: { statusCode: 201, headers: { 'X-A': 'b', 'Content-Type': 'application/json' }, body: '{}' },
      answer: {
        status: 201,
        headers: { 'x-a': 'b', 'content-type': 'application/json', 'content-length': '2' },
        body: '{}',
      },
    },
    {
      says: 'each cookie is a separate header',
      result: { statusCode: 204, cookies: ['a=1; Secure', 'b=2'] },
      answer: { status: 204, headers: { 'set-cookie': ['a=1; Secure', 'b=2'] }, body: '' },
    },
    {
      says: 'base64 becomes bytes again',
      result: { statusCode: 200, body: 'b2zDoQ==', isBase64Encoded: true },
      answer: { body: 'olá', headers: { 'content-length': '4' } },
    },
    {
      says: 'a body without a type is plain text',
      result: { statusCode: 200, body: 'hello' },
      answer: { headers: { 'content-type': 'text/plain;charset=UTF-8' } },
    },
    {
      says: 'any value without a status is JSON with 200',
      result: { hello: 'world' },
      answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"hello":"world"}' },
    },
    {
      says: 'a plain string is the body',
      result: 'hello',
      answer: { status: 200, headers: { 'content-type': 'application/json' }, body: 'hello' },
    },
    { says: 'an invalid status becomes 500', result: { statusCode: 'yes' }, answer: { status: 500 } },
  ];

  test.each(table)('creates a response in which $says', async ({ result, answer }) => {
    const { call: send } = await aGateway(() => result);
    const { headers, ...rest } = answer;
    const got = await send({ path: '/api/things' });
    expect(got).toMatchObject(rest);
    expect(got.headers).toMatchObject(headers ?? {});
    expect(got.headers['apigw-requestid']).toBeDefined();
  });

  test('omits the body for HEAD', async () => {
    const { call: send } = await aGateway(fine);
    const got = await send({ method: 'HEAD', path: '/prod/trigger/1/d' });
    expect(got).toMatchObject({ status: 200, body: '' });
  });
});

describe('responses of API Gateway', () => {
  const said = (text: string): string => JSON.stringify({ message: text });

  test.each([
    { says: 'an unknown path', method: 'GET', path: '/api/nothing' },
    { says: 'a path of another method', method: 'DELETE', path: '/api/things' },
    { says: 'a trailing slash', method: 'GET', path: '/api/things/' },
    { says: 'an API path behind the stage, which the CDN does not know', method: 'GET', path: '/prod/api/things' },
    { says: 'a path outside the API, where no page answers', method: 'GET', path: '/nowhere' },
  ])('answers 404 for $says', async ({ method, path }) => {
    const { call: send, events } = await aGateway(fine);
    expect(await send({ method, path })).toMatchObject({ status: 404, body: said('Not Found') });
    expect(events).toEqual([]);
  });

  test('answers 413 for a body over 10 MB, with or without a content length', async () => {
    const { call: send, events } = await aGateway(fine);
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const tooLarge = { status: 413, body: said('Request Entity Too Large') };
    expect(
      await send({ method: 'POST', path: '/api/things', headers: { 'content-length': String(body.length) }, body }),
    ).toMatchObject(tooLarge);
    const chunked = { 'transfer-encoding': 'chunked' };
    expect(await send({ method: 'POST', path: '/api/things', headers: chunked, body })).toMatchObject(tooLarge);
    expect(events).toEqual([]);
  });

  test('answers 500 for a function that throws without revealing the error', async () => {
    const { call: send } = await aGateway(() => Promise.reject(new Error('a secret')));
    expect(await send({ path: '/api/things' })).toMatchObject({ status: 500, body: said('Internal Server Error') });
  });

  test('answers 503 when the function does not respond in time', async () => {
    const { call: send } = await aGateway(() => new Promise(() => {}), { answerWithinMs: 20 });
    expect(await send({ path: '/api/things' })).toMatchObject({ status: 503, body: said('Service Unavailable') });
  });

  test('answers 400 for a malformed escape in the path', async () => {
    const { call: send } = await aGateway(fine);
    expect(await send({ path: '/api/things/%zz' })).toMatchObject({ status: 400 });
  });

  test('answers 431 for headers over 10 kB without calling a function', async () => {
    const { call: send, events } = await aGateway(fine);
    const headers = { 'x-long': 'x'.repeat(10_240) };
    expect(await send({ path: '/api/things', headers })).toMatchObject({ status: 431 });
    expect(events).toEqual([]);
  });

  test('calls no function when the client disconnects within a body', async () => {
    const { events, port } = await aGateway(fine);
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.end('POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\nonly this');
    });
    await new Promise((resolve) => socket.resume().once('close', resolve));
    expect(events).toEqual([]);
  });

  test('answers 503 for health while the product starts', async () => {
    const { call: send } = await aGateway(fine, { ready: () => false });
    expect(await send({ path: '/api/health' })).toMatchObject({ status: 503 });
    expect(await send({ path: '/api/things' })).toMatchObject({ status: 200 });
  });
});

describe('pages of other origins', () => {
  const hook = '/prod/trigger/1/d';
  const asking = {
    origin: 'https://page.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,idempotency-key',
    'access-control-request-private-network': 'true',
  };

  test.each([hook, `${hook}?token=x`, '/prod/trigger/1/d/runs/r1', '/prod/findings/1'])(
    'answers a preflight request for %s without calling a function',
    async (path) => {
      const { call: send, events } = await aGateway(fine);
      const { status, headers, body } = await send({ method: 'OPTIONS', path, headers: asking });
      expect([status, body]).toEqual([204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-private-network': 'true',
        'access-control-max-age': '7200',
      });
      expect(headers['access-control-allow-methods']).toMatch(/^GET, HEAD, POST, PUT, PATCH, DELETE$/);
      expect(headers['access-control-allow-headers']).toMatch(
        /^Authorization, Content-Type, Idempotency-Key, Prefer, /,
      );
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(events).toEqual([]);
    },
  );

  test.each<[string, number, Call, ((event: unknown) => unknown)?]>([
    ['an answer', 200, { method: 'POST', path: hook }],
    ['a refusal', 405, { method: 'POST', path: hook }, () => ({ statusCode: 405, headers: { allow: 'GET' } })],
    ['an unknown path', 404, { path: '/prod/trigger/1' }],
    ['a broken path', 400, { path: '/prod/trigger/%zz/d' }],
    ['a body over 10 MB', 413, { method: 'POST', path: hook, headers: { 'content-length': '10485761' } }],
    ['a function that throws', 500, { method: 'POST', path: hook }, () => Promise.reject(new Error('a bug'))],
  ])('lets pages of other origins read %s', async (_, status, wanted, does = fine) => {
    const { call: send } = await aGateway(does);
    const answer = await send(wanted);
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-expose-headers']?.split(', ')).toEqual(
      expect.arrayContaining(['Allow', 'Idempotency-Replayed', 'Preference-Applied', 'RateLimit', 'Retry-After']),
    );
  });

  test('ignores a trailing slash on webhook paths like the CDN', async () => {
    const { call: send, events } = await aGateway(fine);
    for (const path of [`${hook}/?token=x`, `${hook}//`])
      expect(await send({ method: 'POST', path })).toMatchObject({ status: 200 });
    expect(await send({ method: 'OPTIONS', path: `${hook}/`, headers: asking })).toMatchObject({ status: 204 });
    expect(events).toMatchObject([{ rawPath: hook }, { rawPath: hook }]);
    expect(await send({ path: '/api/things/' })).toMatchObject({ status: 404 });
  });

  test(
    'denies pages of other origins all responses that need a session, and their preflight',
    { tags: 'threat-cors' },
    async () => {
      const { call: send, events } = await aGateway(fine);
      expect(await send({ method: 'OPTIONS', path: '/api/things', headers: asking })).toMatchObject({ status: 404 });
      for (const path of ['/api/things', '/api/health', '/api/status/x', '/api/things?/prod/trigger/']) {
        expect((await send({ path })).headers).not.toHaveProperty('access-control-allow-origin');
      }
      expect(events).toHaveLength(3);
    },
  );
});
