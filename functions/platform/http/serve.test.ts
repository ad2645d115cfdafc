import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { contract } from '#shared/contracts/endpoint.ts';
import { idText, numericId } from '#shared/contracts/fields.ts';
import { Refusal } from '#shared/refusals.ts';
import { aPlatform, appUrl, type TestPlatform } from '#test/support/worlds/a-platform.ts';
import { aContext, anEvent } from '#test/support/worlds/an-event.ts';

import { SecretUnavailable } from '../secrets/secrets.ts';
import { serve, type Handlers } from './serve.ts';
import { newSession } from './session.ts';

const things = contract({
  look: {
    method: 'GET',
    path: '/api/things/{id}',
    access: 'session',
    params: z.object({ id: idText }),
    reply: z.object({ id: numericId }),
    owned: { 'params.id': 'workspace' },
    summary: 'Look',
  },
  change: {
    method: 'POST',
    path: '/api/things',
    access: 'session',
    scope: 'workspace',
    body: z.object({ name: z.string(), workspaceId: z.optional(numericId) }),
    reply: z.object({ name: z.string(), workspaceId: numericId }),
    status: 201,
    owned: { 'body.workspaceId': 'workspace' },
    summary: 'Change',
  },
  forget: { method: 'DELETE', path: '/api/things', access: 'anyone', summary: 'Forget' },
  signed: { method: 'POST', path: '/prod/signed', access: 'key', reply: 'raw', summary: 'Signed' },
});

const plain: Handlers<typeof things> = {
  look: async ({ params }) => ({ id: params.id, secret: 'stays here' }),
  change: async ({ body }, { workspaceId }) => ({ name: body.name, workspaceId }),
  forget: async ({ setCookie }) => setCookie('gone=1'),
  signed: async () => ({ statusCode: 200, body: 'done' }),
};

async function signedIn(platform: TestPlatform): Promise<string[]> {
  const { idHash, cookie } = newSession(appUrl);
  const now = platform.now();
  await platform.sessions.add({ idHash, userId: 'ana', name: 'Ana', now, endsAt: new Date(now.getTime() + 1e9) });
  platform.owners.set(7, 'ana').set(8, 'ana').set(9, 'bruno');
  platform.current.set('ana', 7);
  return [cookie.split(';')[0] ?? ''];
}

async function aServer(handlers: Partial<Handlers<typeof things>> = {}, changes: Partial<TestPlatform> = {}) {
  const platform = { ...aPlatform(), ...changes };
  const cookies = await signedIn(platform);
  const handler = serve(things, { ...plain, ...handlers }, platform);
  const call = async (given: Parameters<typeof anEvent>[0]) => {
    const reply = await handler(anEvent({ cookies, ...given }), aContext());
    return { ...reply, json: reply.body === undefined ? undefined : JSON.parse(reply.body) };
  };
  return { platform, cookies, handler, call };
}

const post = { route: 'POST /api/things' };

describe('responses', () => {
  test('omits fields that the contract does not name', { tags: 'threat-extra-fields' }, async () => {
    const { call } = await aServer();
    expect((await call({ route: 'GET /api/things/{id}', params: { id: '7' } })).json).toEqual({ id: 7 });
  });

  test('responds with the status of the contract, the request id and no-store', async () => {
    const { call } = await aServer();
    const reply = await call({ ...post, body: { name: 'Tea' } });
    expect(reply.statusCode).toBe(201);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'request-1' });
  });

  test('responds with 204 and can set a cookie without content', async () => {
    const { call } = await aServer();
    expect(await call({ route: 'DELETE /api/things' })).toMatchObject({ statusCode: 204, cookies: ['gone=1'] });
  });

  test('responds with 500 and logs the field, not its value, when a reply breaks its contract', async () => {
    const { call, platform } = await aServer({ look: async () => ({ id: -5 }) });
    const reply = await call({ route: 'GET /api/things/{id}', params: { id: '7' } });
    expect(reply).toMatchObject({ statusCode: 500, json: { errorKey: 'server.failed' } });
    expect(platform.logged.join('')).toContain('breaks its contract: id');
  });
});

describe('refusals', () => {
  test('returns message, key and fields of a refusal', { tags: 'spec-289.1' }, async () => {
    const refusal = new Refusal('workspace.nameTaken', { fields: { name: 'workspace.nameTaken' } });
    const { call } = await aServer({ change: async () => Promise.reject(refusal) });
    const reply = await call({ ...post, body: { name: 'Tea' } });
    expect(reply.statusCode).toBe(409);
    expect(reply.json).toEqual({
      error: 'A workspace with this name already exists.',
      errorKey: 'workspace.nameTaken',
      fields: { name: 'workspace.nameTaken' },
    });
  });

  test('responds with 503 and a retry time before the timeout when the session cannot be read', async () => {
    const { call, platform } = await aServer();
    platform.sessions.find = () => {
      platform.clock.pass(5_990);
      return new Promise(() => undefined);
    };
    const reply = await call({ route: 'GET /api/things/{id}', params: { id: '7' } });
    expect(reply).toMatchObject({ statusCode: 503, json: { errorKey: 'server.busy' } });
    expect(reply.headers).toMatchObject({ 'retry-after': '5' });
  });

  test('rounds the retry time of a refusal up to whole seconds', async () => {
    const refusal = new Refusal('trigger.tooMany', { retryAfterSeconds: 12.2 });
    const { call } = await aServer({ change: async () => Promise.reject(refusal) });
    expect((await call({ ...post, body: { name: 'Tea' } })).headers).toMatchObject({ 'retry-after': '13' });
  });

  test(
    'hides the message of an unexpected error and logs it with its stack',
    { tags: 'threat-extra-fields' },
    async () => {
      const { call, platform } = await aServer({ change: async () => Promise.reject(new Error('inner workings')) });
      const reply = await call({ ...post, body: { name: 'Tea' } });
      expect(reply).toMatchObject({ statusCode: 500, json: { errorKey: 'server.failed' } });
      expect(reply.body).not.toContain('inner workings');
      expect(platform.logged.join('')).toContain('inner workings');
    },
  );

  test.each([
    ['a table that times out', Object.assign(new Error('late'), { name: 'TimeoutError' })],
    ['an unreachable table', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['secrets that cannot be read', new SecretUnavailable('no answer')],
  ])('responds with 503 and a retry time for %s', async (_, error) => {
    const { call } = await aServer({ change: async () => Promise.reject(error) });
    const reply = await call({ ...post, body: { name: 'Tea' } });
    expect(reply).toMatchObject({
      statusCode: 503,
      json: { errorKey: 'server.busy' },
      headers: { 'retry-after': '5' },
    });
  });
});

describe('CDN check', () => {
  const guarded = { originSecret: async () => ({ value: 'from the CDN' }) };

  test.each([
    ['without the CDN secret', {}],
    ['with a wrong CDN secret', { 'x-origin-secret': 'from elsewhere' }],
  ])('responds with 404 to a request %s', async (_, headers) => {
    const { call } = await aServer({}, guarded);
    expect(await call({ route: 'POST /signed', headers })).toMatchObject({ statusCode: 404 });
  });

  test('accepts a request from the CDN', async () => {
    const { call } = await aServer({}, guarded);
    const reply = await call({ ...post, headers: { 'x-origin-secret': 'from the CDN' }, body: { name: 'Tea' } });
    expect(reply.statusCode).toBe(201);
  });

  test('accepts the previous CDN secret during a rotation and rejects it afterwards', async () => {
    const statusWith = async (secret: { value: string; previous?: string }) => {
      const { call } = await aServer({}, { originSecret: async () => secret });
      return (await call({ ...post, headers: { 'x-origin-secret': 'old' }, body: { name: 'Tea' } })).statusCode;
    };
    expect(await statusWith({ value: 'new', previous: 'old' })).toBe(201);
    expect(await statusWith({ value: 'new' })).toBe(404);
  });

  test('responds with 404 on a route that no contract has', async () => {
    const { call } = await aServer();
    expect(await call({ route: 'GET /api/other' })).toMatchObject({
      statusCode: 404,
      json: { errorKey: 'request.notFound' },
    });
  });
});

describe('cross-site writes', () => {
  test.each([
    ['a client that sends neither header', {}, 201],
    ['our page', { origin: appUrl, 'sec-fetch-site': 'same-origin' }, 201],
    ['our origin alone', { origin: appUrl }, 201],
    ['our site alone', { 'sec-fetch-site': 'same-origin' }, 201],
    ['a foreign origin', { origin: 'https://evil.test' }, 403],
    ['a foreign origin that begins like ours', { origin: `${appUrl}.evil.test` }, 403],
    ['our host over plain http', { origin: 'http://app.test' }, 403],
    ['an origin that a browser hides', { origin: 'null' }, 403],
    ['an empty origin', { origin: '' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sister host', { 'sec-fetch-site': 'same-site' }, 403],
    ['a typed address', { 'sec-fetch-site': 'none' }, 403],
    ['our origin but another site', { origin: appUrl, 'sec-fetch-site': 'cross-site' }, 403],
    ['our site but a foreign origin', { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' }, 403],
  ])('applies the origin check to a write from %s', async (_, headers, status) => {
    const { call } = await aServer();
    expect((await call({ ...post, headers, body: { name: 'Tea' } })).statusCode).toBe(status);
  });

  test('rejects a cross-site write without a session before any other check', async () => {
    const { call } = await aServer();
    const reply = await call({ route: 'DELETE /api/things', headers: { origin: 'https://evil.test' } });
    expect(reply).toMatchObject({ statusCode: 403, json: { errorKey: 'request.foreignOrigin' } });
  });

  test('allows cross-site reads and cross-site calls of endpoints with a key', async () => {
    const { call, handler } = await aServer();
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    expect((await call({ route: 'GET /api/things/{id}', params: { id: '7' }, headers })).statusCode).toBe(200);
    expect((await handler(anEvent({ route: 'POST /signed', headers, body: 'x=1' }), aContext())).body).toBe('done');
  });
});

describe('authentication', () => {
  test.each([
    ['without a session', []],
    ['with an unknown session cookie', ['__Host-session=made-up']],
  ])('responds with 401 before any other check to a call %s', async (_, cookies) => {
    const { call, platform } = await aServer();
    const reply = await call({ ...post, cookies, headers: { 'x-workspace-id': '9' }, body: 'no JSON' });
    expect(reply).toMatchObject({ statusCode: 401, json: { errorKey: 'auth.sessionExpired' } });
    expect(platform.logged.join('')).not.toContain('made-up');
  });
});

describe('request bodies', () => {
  test.each([
    ['a form', 'application/x-www-form-urlencoded'],
    ['plain text, which other sites may send', 'text/plain'],
    ['a type that only starts like JSON', 'application/json-patch+json'],
  ])('responds with 415 to a body sent as %s', async (_, type) => {
    const { call } = await aServer();
    const reply = await call({ ...post, headers: { 'content-type': type }, body: '{"name":"Tea"}' });
    expect(reply).toMatchObject({ statusCode: 415, json: { errorKey: 'request.contentType' } });
  });

  test('responds with 415 to a body without a content type', async () => {
    const { call } = await aServer();
    expect((await call({ ...post, body: '{"name":"Tea"}' })).statusCode).toBe(415);
  });

  test('accepts a charset in the content type and needs no type without a body', async () => {
    const { call } = await aServer();
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await call({ ...post, headers, body: '{"name":"Tea"}' })).statusCode).toBe(201);
    expect((await call({ route: 'DELETE /api/things' })).statusCode).toBe(204);
  });

  test(
    'responds with 413 to a body of more than 16 kB, counted in bytes',
    { tags: 'threat-hostile-body' },
    async () => {
      const { call } = await aServer();
      const reply = await call({ ...post, body: { name: 'é'.repeat(8 * 1024) } });
      expect(reply).toMatchObject({ statusCode: 413, json: { errorKey: 'request.tooLarge' } });
      expect((await call({ ...post, body: { name: 'e'.repeat(8 * 1024) } })).statusCode).toBe(201);
    },
  );

  test('responds with 413 when the body is too large for an endpoint with a key', async () => {
    const { call } = await aServer();
    expect((await call({ route: 'POST /signed', body: 'x'.repeat(17 * 1024) })).statusCode).toBe(413);
  });

  test('responds with 400 to a body that is not JSON', async () => {
    const { call } = await aServer();
    const headers = { 'content-type': 'application/json' };
    expect(await call({ ...post, headers, body: '{"name":' })).toMatchObject({
      statusCode: 400,
      json: { errorKey: 'request.notJson' },
    });
  });

  test('responds with 400 and names each invalid field', async () => {
    const { call } = await aServer();
    const reply = await call({ ...post, body: { workspaceId: 'seven' } });
    expect(reply.statusCode).toBe(400);
    expect(reply.json.fields).toEqual({ name: 'request.invalid', workspaceId: 'request.invalid' });
  });

  test.each([
    ['a lone surrogate', String.raw`{"name":"Tea \ud83d"}`, { name: 'request.invalid' }],
    ['a lone surrogate in a field name', String.raw`{"name":"Tea","\udc00":1}`, undefined],
    [
      'more levels than allowed',
      `{"name":"Tea","more":${'['.repeat(40)}${']'.repeat(40)}}`,
      { more: 'request.invalid' },
    ],
    ['thousands of levels', '['.repeat(8000) + ']'.repeat(8000), { 0: 'request.invalid' }],
  ])('responds with 400 to a body with %s', { tags: 'threat-hostile-body' }, async (_, body, fields) => {
    const { call } = await aServer();
    const reply = await call({ ...post, headers: { 'content-type': 'application/json' }, body });
    expect(reply).toMatchObject({ statusCode: 400, json: { errorKey: 'request.invalid' } });
    expect(reply.json.fields).toEqual(fields);
  });

  test('accepts surrogate pairs, escaped or not', async () => {
    const { call } = await aServer();
    const body = String.raw`{"name":"\ud83c\udf75 🍵"}`;
    const reply = await call({ ...post, headers: { 'content-type': 'application/json' }, body });
    expect(reply.json.name).toBe('🍵 🍵');
  });

  test('responds with 400 when the bytes of a body are not UTF-8', { tags: 'threat-hostile-body' }, async () => {
    const { handler, cookies } = await aServer();
    const event = anEvent({ ...post, cookies, headers: { 'content-type': 'application/json' } });
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    const reply = await handler({ ...event, body: bytes.toString('base64'), isBase64Encoded: true }, aContext());
    expect([reply.statusCode, JSON.parse(reply.body ?? '').errorKey]).toEqual([400, 'request.notJson']);
  });

  test(
    'responds with 400 when API Gateway replaced invalid bytes of a body',
    { tags: 'threat-hostile-body' },
    async () => {
      const { call } = await aServer();
      const body = Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]).toString('utf8');
      const reply = await call({ ...post, headers: { 'content-type': 'application/json' }, body });
      expect(reply).toMatchObject({ statusCode: 400, json: { errorKey: 'request.notJson' } });
    },
  );

  test('ignores a body that the contract does not name', async () => {
    const { handler, cookies } = await aServer();
    const event = anEvent({ route: 'GET /api/things/{id}', params: { id: '7' }, cookies });
    const body = Buffer.from([0xff, 0xfe]).toString('base64');
    expect((await handler({ ...event, body, isBase64Encoded: true }, aContext())).statusCode).toBe(200);
  });

  test('responds with 400 when the body is missing', async () => {
    const { call } = await aServer();
    expect(await call(post)).toMatchObject({ statusCode: 400, json: { errorKey: 'request.invalid' } });
  });

  test('decodes a body that API Gateway encoded as base64', async () => {
    const { handler, cookies } = await aServer();
    const event = anEvent({ ...post, cookies, headers: { 'content-type': 'application/json' } });
    const body = Buffer.from('{"name":"Chá"}').toString('base64');
    const reply = await handler({ ...event, body, isBase64Encoded: true }, aContext());
    expect(JSON.parse(reply.body ?? '')).toMatchObject({ name: 'Chá' });
  });
});

describe('URLs that are not UTF-8', () => {
  const reading = { route: 'GET /api/things/{id}', params: { id: '7' } };
  test.each([
    ['an invalid byte', 'q=%FF', 'q'],
    ['a truncated character', 'page=2&q=caf%C3', 'q'],
    ['a surrogate', 'q=%ED%A0%80', 'q'],
    ['an overlong encoding', 'q=%C0%AF', 'q'],
    ['a replacement character of API Gateway', `q=${encodeURIComponent('\ufffd')}`, 'q'],
  ])('responds with 400 to %s in the query', async (_, rawQueryString, field) => {
    const { handler, cookies } = await aServer();
    const reply = await handler({ ...anEvent({ ...reading, cookies }), rawQueryString }, aContext());
    expect(reply.statusCode).toBe(400);
    expect(JSON.parse(reply.body ?? '').fields).toEqual({ [field]: 'request.invalid' });
  });

  test.each(['/api/things/7%FF', '/api/things/7\ufffd'])('responds with 400 to the path %j', async (rawPath) => {
    const { handler, cookies } = await aServer();
    expect((await handler({ ...anEvent({ ...reading, cookies }), rawPath }, aContext())).statusCode).toBe(400);
  });

  test.each(['q=100%', 'q=%zz', 'q=%C3%A9&x=é+%F0%9F%92%A1'])('accepts the query %s', async (rawQueryString) => {
    const { handler, cookies } = await aServer();
    expect((await handler({ ...anEvent({ ...reading, cookies }), rawQueryString }, aContext())).statusCode).toBe(200);
  });
});

describe('ids in the path', () => {
  test.each(['0', '-1', '07', '1e3', '99999999999999999', 'x', ' 7'])(
    'treats the malformed id "%s" like an unknown one',
    async (id) => {
      const { call } = await aServer();
      const reply = await call({ route: 'GET /api/things/{id}', params: { id } });
      expect(reply).toMatchObject({ statusCode: 404, json: { errorKey: 'workspace.notFound' } });
    },
  );
});

describe('workspace scope', () => {
  const inside = async (given: { header?: string; body?: number }, change?: (platform: TestPlatform) => void) => {
    const { call, platform } = await aServer();
    change?.(platform);
    const headers: Record<string, string> = given.header === undefined ? {} : { 'x-workspace-id': given.header };
    const reply = await call({ ...post, headers, body: { name: 'Tea', workspaceId: given.body } });
    return reply.statusCode === 201 ? reply.json.workspaceId : reply.json.errorKey;
  };

  test('uses the stored current workspace without an id in the request', async () => expect(await inside({})).toBe(7));
  test('uses the workspace of the header', async () => expect(await inside({ header: '8' })).toBe(8));
  test('uses the workspace of the body without a header', async () => expect(await inside({ body: 8 })).toBe(8));
  test('accepts equal ids in header and body', async () => expect(await inside({ header: '8', body: 8 })).toBe(8));

  test.each([
    ['of another user', { header: '9' }],
    ['that does not exist', { header: '12345' }],
    ['with a malformed id', { header: 'seven' }],
    ['with an empty id', { header: '' }],
    ['of another user in the body', { body: 9 }],
    ['that differs from the one in the body', { header: '8', body: 7 }],
  ])('responds with workspace.notFound to a workspace %s', async (_, given) =>
    expect(await inside(given)).toBe('workspace.notFound'),
  );

  test('responds with workspace.notFound when the user has no workspace', async () => {
    expect(await inside({}, ({ current }) => current.clear())).toBe('workspace.notFound');
  });
});
