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

describe('an answer', () => {
  test('holds what its contract names and nothing else', async () => {
    const { call } = await aServer();
    expect((await call({ route: 'GET /api/things/{id}', params: { id: '7' } })).json).toEqual({ id: 7 });
  });

  test('has the status of the contract, is never stored, and names the request', async () => {
    const { call } = await aServer();
    const reply = await call({ ...post, body: { name: 'Tea' } });
    expect(reply.statusCode).toBe(201);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'request-1' });
  });

  test('without content is 204 and can still set a cookie', async () => {
    const { call } = await aServer();
    expect(await call({ route: 'DELETE /api/things' })).toMatchObject({ statusCode: 204, cookies: ['gone=1'] });
  });

  test('that breaks its contract becomes a plain 500 and a log line that names the field, not the value', async () => {
    const { call, platform } = await aServer({ look: async () => ({ id: -5 }) });
    const reply = await call({ route: 'GET /api/things/{id}', params: { id: '7' } });
    expect(reply).toMatchObject({ statusCode: 500, json: { errorKey: 'server.failed' } });
    expect(platform.logged.join('')).toContain('breaks its contract: id');
  });
});

describe('a refusal', () => {
  test('says sentence, key and fields', { tags: 'spec-289.1' }, async () => {
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

  test('comes in time, with a time to retry, when the session cannot be read', async () => {
    const { call, platform } = await aServer();
    platform.sessions.find = () => {
      platform.clock.pass(5_990);
      return new Promise(() => undefined);
    };
    const reply = await call({ route: 'GET /api/things/{id}', params: { id: '7' } });
    expect(reply).toMatchObject({ statusCode: 503, json: { errorKey: 'server.busy' } });
    expect(reply.headers).toMatchObject({ 'retry-after': '5' });
  });

  test('that passes with time says after how many whole seconds', async () => {
    const refusal = new Refusal('trigger.tooMany', { retryAfterSeconds: 12.2 });
    const { call } = await aServer({ change: async () => Promise.reject(refusal) });
    expect((await call({ ...post, body: { name: 'Tea' } })).headers).toMatchObject({ 'retry-after': '13' });
  });

  test('hides what a bug says, and logs it with its stack', async () => {
    const { call, platform } = await aServer({ change: async () => Promise.reject(new Error('inner workings')) });
    const reply = await call({ ...post, body: { name: 'Tea' } });
    expect(reply).toMatchObject({ statusCode: 500, json: { errorKey: 'server.failed' } });
    expect(reply.body).not.toContain('inner workings');
    expect(platform.logged.join('')).toContain('inner workings');
  });

  test.each([
    ['a table that times out', Object.assign(new Error('late'), { name: 'TimeoutError' })],
    ['a table that nobody reaches', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['secrets that cannot be read', new SecretUnavailable('no answer')],
  ])('for %s is 503, to be tried again', async (_, error) => {
    const { call } = await aServer({ change: async () => Promise.reject(error) });
    const reply = await call({ ...post, body: { name: 'Tea' } });
    expect(reply).toMatchObject({
      statusCode: 503,
      json: { errorKey: 'server.busy' },
      headers: { 'retry-after': '5' },
    });
  });
});

describe('the check of the origin', () => {
  const guarded = { originSecret: async () => ({ value: 'from the CDN' }) };

  test.each([
    ['without the secret of the CDN', {}],
    ['with a wrong one', { 'x-origin-secret': 'from elsewhere' }],
  ])('finds nothing for a request %s', async (_, headers) => {
    const { call } = await aServer({}, guarded);
    expect(await call({ route: 'POST /signed', headers })).toMatchObject({ statusCode: 404 });
  });

  test('lets in what the CDN sent', async () => {
    const { call } = await aServer({}, guarded);
    const reply = await call({ ...post, headers: { 'x-origin-secret': 'from the CDN' }, body: { name: 'Tea' } });
    expect(reply.statusCode).toBe(201);
  });

  test('lets in the old secret of the CDN too while it is being changed, and nothing afterwards', async () => {
    const statusWith = async (secret: { value: string; previous?: string }) => {
      const { call } = await aServer({}, { originSecret: async () => secret });
      return (await call({ ...post, headers: { 'x-origin-secret': 'old' }, body: { name: 'Tea' } })).statusCode;
    };
    expect(await statusWith({ value: 'new', previous: 'old' })).toBe(201);
    expect(await statusWith({ value: 'new' })).toBe(404);
  });

  test('finds nothing on a route that no contract has', async () => {
    const { call } = await aServer();
    expect(await call({ route: 'GET /api/other' })).toMatchObject({
      statusCode: 404,
      json: { errorKey: 'request.notFound' },
    });
  });
});

describe('a write that another site may have sent', () => {
  test.each([
    ['no browser: neither header', {}, 201],
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
  ])('%s', async (_, headers, status) => {
    const { call } = await aServer();
    expect((await call({ ...post, headers, body: { name: 'Tea' } })).statusCode).toBe(status);
  });

  test('is refused for calls without a session too, before anything else is looked at', async () => {
    const { call } = await aServer();
    const reply = await call({ route: 'DELETE /api/things', headers: { origin: 'https://evil.test' } });
    expect(reply).toMatchObject({ statusCode: 403, json: { errorKey: 'request.foreignOrigin' } });
  });

  test('may read, since reading changes nothing, and may call an endpoint that has its own secret', async () => {
    const { call, handler } = await aServer();
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    expect((await call({ route: 'GET /api/things/{id}', params: { id: '7' }, headers })).statusCode).toBe(200);
    expect((await handler(anEvent({ route: 'POST /signed', headers, body: 'x=1' }), aContext())).body).toBe('done');
  });
});

describe('a call for signed-in people', () => {
  test.each([
    ['without a session', []],
    ['with the cookie of nobody', ['__Host-session=made-up']],
  ])('%s is 401, whatever else is wrong with it', async (_, cookies) => {
    const { call, platform } = await aServer();
    const reply = await call({ ...post, cookies, headers: { 'x-workspace-id': '9' }, body: 'no JSON' });
    expect(reply).toMatchObject({ statusCode: 401, json: { errorKey: 'auth.sessionExpired' } });
    expect(platform.logged.join('')).not.toContain('made-up');
  });
});

describe('a body', () => {
  test.each([
    ['a form', 'application/x-www-form-urlencoded'],
    ['plain text, which other sites may send', 'text/plain'],
    ['a type that only begins alike', 'application/json-patch+json'],
  ])('as %s is 415', async (_, type) => {
    const { call } = await aServer();
    const reply = await call({ ...post, headers: { 'content-type': type }, body: '{"name":"Tea"}' });
    expect(reply).toMatchObject({ statusCode: 415, json: { errorKey: 'request.contentType' } });
  });

  test('without a type is 415', async () => {
    const { call } = await aServer();
    expect((await call({ ...post, body: '{"name":"Tea"}' })).statusCode).toBe(415);
  });

  test('may name its charset, and the type is asked for only where there is a body', async () => {
    const { call } = await aServer();
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await call({ ...post, headers, body: '{"name":"Tea"}' })).statusCode).toBe(201);
    expect((await call({ route: 'DELETE /api/things' })).statusCode).toBe(204);
  });

  test('of more than 16 kB is 413, counted in bytes', async () => {
    const { call } = await aServer();
    const reply = await call({ ...post, body: { name: 'é'.repeat(8 * 1024) } });
    expect(reply).toMatchObject({ statusCode: 413, json: { errorKey: 'request.tooLarge' } });
    expect((await call({ ...post, body: { name: 'e'.repeat(8 * 1024) } })).statusCode).toBe(201);
  });

  test('too large for an endpoint with its own secret is 413 as well', async () => {
    const { call } = await aServer();
    expect((await call({ route: 'POST /signed', body: 'x'.repeat(17 * 1024) })).statusCode).toBe(413);
  });

  test('that is no JSON is 400', async () => {
    const { call } = await aServer();
    const headers = { 'content-type': 'application/json' };
    expect(await call({ ...post, headers, body: '{"name":' })).toMatchObject({
      statusCode: 400,
      json: { errorKey: 'request.notJson' },
    });
  });

  test('with wrong fields is 400 and names each', async () => {
    const { call } = await aServer();
    const reply = await call({ ...post, body: { workspaceId: 'seven' } });
    expect(reply.statusCode).toBe(400);
    expect(reply.json.fields).toEqual({ name: 'request.invalid', workspaceId: 'request.invalid' });
  });

  test.each([
    ['half a letter', String.raw`{"name":"Tea \ud83d"}`, { name: 'request.invalid' }],
    ['half a letter in the name of a field', String.raw`{"name":"Tea","\udc00":1}`, undefined],
    [
      'more levels than any form',
      `{"name":"Tea","more":${'['.repeat(40)}${']'.repeat(40)}}`,
      { more: 'request.invalid' },
    ],
    ['thousands of levels', '['.repeat(8000) + ']'.repeat(8000), { 0: 'request.invalid' }],
  ])('with %s is 400, for the table takes no such text and nothing goes down so far', async (_, body, fields) => {
    const { call } = await aServer();
    const reply = await call({ ...post, headers: { 'content-type': 'application/json' }, body });
    expect(reply).toMatchObject({ statusCode: 400, json: { errorKey: 'request.invalid' } });
    expect(reply.json.fields).toEqual(fields);
  });

  test('with both halves of a letter is fine, however it is spelled', async () => {
    const { call } = await aServer();
    const body = String.raw`{"name":"\ud83c\udf75 🍵"}`;
    const reply = await call({ ...post, headers: { 'content-type': 'application/json' }, body });
    expect(reply.json.name).toBe('🍵 🍵');
  });

  test('of bytes that are no text is 400, not other letters than were meant', async () => {
    const { handler, cookies } = await aServer();
    const event = anEvent({ ...post, cookies, headers: { 'content-type': 'application/json' } });
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    const reply = await handler({ ...event, body: bytes.toString('base64'), isBase64Encoded: true }, aContext());
    expect([reply.statusCode, JSON.parse(reply.body ?? '').errorKey]).toEqual([400, 'request.notJson']);
  });

  test('whose bytes API Gateway has replaced on the way is 400 as well', async () => {
    const { call } = await aServer();
    const body = Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]).toString('utf8');
    const reply = await call({ ...post, headers: { 'content-type': 'application/json' }, body });
    expect(reply).toMatchObject({ statusCode: 400, json: { errorKey: 'request.notJson' } });
  });

  test('that the contract does not name is not read, whatever it is', async () => {
    const { handler, cookies } = await aServer();
    const event = anEvent({ route: 'GET /api/things/{id}', params: { id: '7' }, cookies });
    const body = Buffer.from([0xff, 0xfe]).toString('base64');
    expect((await handler({ ...event, body, isBase64Encoded: true }, aContext())).statusCode).toBe(200);
  });

  test('that is missing is 400', async () => {
    const { call } = await aServer();
    expect(await call(post)).toMatchObject({ statusCode: 400, json: { errorKey: 'request.invalid' } });
  });

  test('that API Gateway encoded is read like any other', async () => {
    const { handler, cookies } = await aServer();
    const event = anEvent({ ...post, cookies, headers: { 'content-type': 'application/json' } });
    const body = Buffer.from('{"name":"Chá"}').toString('base64');
    const reply = await handler({ ...event, body, isBase64Encoded: true }, aContext());
    expect(JSON.parse(reply.body ?? '')).toMatchObject({ name: 'Chá' });
  });
});

describe('an address whose bytes are no text is 400,', () => {
  const reading = { route: 'GET /api/things/{id}', params: { id: '7' } };
  test.each([
    ['a lone byte', 'q=%FF', 'q'],
    ['half a letter', 'page=2&q=caf%C3', 'q'],
    ['a surrogate', 'q=%ED%A0%80', 'q'],
    ['an overlong letter', 'q=%C0%AF', 'q'],
    ['what API Gateway has replaced', `q=${encodeURIComponent('\ufffd')}`, 'q'],
  ])('%s in the query', async (_, rawQueryString, field) => {
    const { handler, cookies } = await aServer();
    const reply = await handler({ ...anEvent({ ...reading, cookies }), rawQueryString }, aContext());
    expect(reply.statusCode).toBe(400);
    expect(JSON.parse(reply.body ?? '').fields).toEqual({ [field]: 'request.invalid' });
  });

  test.each(['/api/things/7%FF', '/api/things/7\ufffd'])('%j as its path', async (rawPath) => {
    const { handler, cookies } = await aServer();
    expect((await handler({ ...anEvent({ ...reading, cookies }), rawPath }, aContext())).statusCode).toBe(400);
  });

  test.each(['q=100%', 'q=%zz', 'q=%C3%A9&x=é+%F0%9F%92%A1'])('but not %s', async (rawQueryString) => {
    const { handler, cookies } = await aServer();
    expect((await handler({ ...anEvent({ ...reading, cookies }), rawQueryString }, aContext())).statusCode).toBe(200);
  });
});

describe('an id in the path', () => {
  test.each(['0', '-1', '07', '1e3', '99999999999999999', 'x', ' 7'])(
    '"%s" is answered like an unknown one',
    async (id) => {
      const { call } = await aServer();
      const reply = await call({ route: 'GET /api/things/{id}', params: { id } });
      expect(reply).toMatchObject({ statusCode: 404, json: { errorKey: 'workspace.notFound' } });
    },
  );
});

describe('the workspace of a call', () => {
  const inside = async (given: { header?: string; body?: number }, change?: (platform: TestPlatform) => void) => {
    const { call, platform } = await aServer();
    change?.(platform);
    const headers: Record<string, string> = given.header === undefined ? {} : { 'x-workspace-id': given.header };
    const reply = await call({ ...post, headers, body: { name: 'Tea', workspaceId: given.body } });
    return reply.statusCode === 201 ? reply.json.workspaceId : reply.json.errorKey;
  };

  test('is the stored current one when the request names none', async () => expect(await inside({})).toBe(7));
  test('is the one that the page shows', async () => expect(await inside({ header: '8' })).toBe(8));
  test('is the one in the body when the page says nothing', async () => expect(await inside({ body: 8 })).toBe(8));
  test('may be named twice alike', async () => expect(await inside({ header: '8', body: 8 })).toBe(8));

  test.each([
    ['of somebody else', { header: '9' }],
    ['of nobody', { header: '12345' }],
    ['that cannot be one', { header: 'seven' }],
    ['that is empty', { header: '' }],
    ['of somebody else in the body', { body: 9 }],
    ['that the body contradicts, though both are mine', { header: '8', body: 7 }],
  ])('%s is not found', async (_, given) => expect(await inside(given)).toBe('workspace.notFound'));

  test('is not found for a person without any', async () => {
    expect(await inside({}, ({ current }) => current.clear())).toBe('workspace.notFound');
  });
});
