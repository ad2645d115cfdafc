import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { aGateway, type AGateway } from './a-gateway.ts';

let at: AGateway;
beforeAll(async () => {
  at = await aGateway();
});
beforeEach(() => at.reset());
afterAll(() => at.close());

const status = async (name: string) =>
  z.object({ status: z.string() }).safeParse((await at.api('GET', `/api/sessions/${name}`)).body).data?.status;

describe('the API key', () => {
  test.each(['/api/sessions', '/api/version', '/health', '/api/any/groups'])(
    'requires the key for %s',
    async (path) => {
      expect(await at.api('GET', path, undefined, { 'x-api-key': 'wrong' })).toMatchObject({
        status: 401,
        body: { message: 'Unauthorized', statusCode: 401 },
      });
    },
  );

  test('requires no key for the ping', async () => {
    expect((await at.api('GET', '/ping', undefined, { 'x-api-key': '' })).body).toEqual({ message: 'pong' });
  });

  test('limits the key of a session to that session', async () => {
    await at.line('zb-1-1');
    await at.line('zb-2-1');
    const made = await at.api('POST', '/api/keys', { isAdmin: false, session: 'zb-1-1', isActive: true, actions: [] });
    const { key } = z.object({ key: z.string() }).parse(made.body);
    const as = { 'x-api-key': key };
    expect((await at.api('GET', '/api/sessions/zb-1-1', undefined, as)).status).toBe(200);
    expect((await at.api('GET', '/api/sessions/zb-2-1', undefined, as)).status).toBe(403);
    expect((await at.api('GET', '/api/sessions', undefined, as)).status).toBe(403);
  });
});

describe('sessions', () => {
  test('creates a session that starts and soon shows a code', async () => {
    await at.control('settings', { startMs: 1 });
    const made = await at.api('POST', '/api/sessions', { name: 'zb-1-1', start: true });
    expect(made).toMatchObject({ status: 201, body: { name: 'zb-1-1', status: 'STARTING', me: null } });
    await expect.poll(() => status('zb-1-1')).toBe('SCAN_QR_CODE');
  });

  test('returns the configuration as sent, including the webhook key in clear text', async () => {
    const config = {
      metadata: { instanceId: '4711' },
      webhooks: [at.webhook(['session.status'])],
      ignore: { status: true, channels: true },
      gows: { storage: { messages: false } },
    };
    await at.api('POST', '/api/sessions', { name: 'zb-1-1', start: false, config });
    expect((await at.api('GET', '/api/sessions/zb-1-1')).body).toMatchObject({ status: 'STOPPED', config });
    const other = { webhooks: [] };
    expect((await at.api('PUT', '/api/sessions/zb-1-1', { config: other })).body).toMatchObject({ config: other });
    expect((await at.api('GET', '/api/sessions/zb-1-1')).body).not.toHaveProperty('config.metadata');
  });

  test('restarts a running session when its configuration is replaced, and keeps its link', async () => {
    await at.linked('zb-1-1');
    expect(await status('zb-1-1')).toBe('WORKING');
    await at.api('PUT', '/api/sessions/zb-1-1', { config: {} });
    expect(await status('zb-1-1')).toBe('STARTING');
    await at.begun();
    expect(await status('zb-1-1')).toBe('WORKING');
  });

  test('rejects a session name that is taken or invalid', async () => {
    await at.line('zb-1-1');
    expect(await at.api('POST', '/api/sessions', { name: 'zb-1-1' })).toMatchObject({
      status: 422,
      body: { error: 'Unprocessable Entity' },
    });
    expect(await at.api('POST', '/api/sessions', { name: 'zb 1' })).toMatchObject({
      status: 400,
      body: { message: [expect.any(String)], error: 'Bad Request', statusCode: 400 },
    });
  });

  test('lists stopped sessions only on request and starts them once', async () => {
    await at.line('zb-1-1');
    await at.api('POST', '/api/sessions/zb-1-1/stop', {});
    expect((await at.api('GET', '/api/sessions')).body).toEqual([]);
    expect((await at.api('GET', '/api/sessions?all=true')).body).toMatchObject([{ name: 'zb-1-1', status: 'STOPPED' }]);
    expect((await at.api('POST', '/api/sessions/zb-1-1/start', {})).status).toBe(201);
    expect((await at.api('POST', '/api/sessions/zb-1-1/start', {})).status).toBe(422);
  });

  test('returns the linked account, or an empty response before', async () => {
    await at.line('zb-1-1');
    expect(await at.api('GET', '/api/sessions/zb-1-1/me')).toMatchObject({ status: 200, text: '' });
    await at.phone('ana', 'scan', { session: 'zb-1-1' });
    expect((await at.api('GET', '/api/sessions/zb-1-1/me')).body).toMatchObject({
      id: '5511955500001@c.us',
      lid: '700100200001@lid',
      pushName: 'Ana Souza',
    });
  });

  test('restarts with a new code after a logout', async () => {
    await at.linked('zb-1-1');
    expect((await at.api('POST', '/api/sessions/zb-1-1/logout', {})).status).toBe(201);
    await at.begun();
    expect(await status('zb-1-1')).toBe('SCAN_QR_CODE');
    expect((await at.client.get('/whatsapp/phone/ana.json')).body).toMatchObject({ linked: [] });
  });

  test('deletes a session idempotently and removes it from the phone', async () => {
    await at.linked('zb-1-1');
    expect(await at.api('DELETE', '/api/sessions/zb-1-1')).toMatchObject({ status: 200, text: '' });
    expect((await at.api('DELETE', '/api/sessions/zb-1-1')).status).toBe(200);
    expect((await at.api('GET', '/api/sessions?all=true')).body).toEqual([]);
    expect((await at.client.get('/whatsapp/phone/ana.json')).body).toMatchObject({ linked: [] });
  });
});

describe('unknown sessions', () => {
  test('answers 404 on paths of the session itself', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['GET', '/me'],
      ['POST', '/start'],
      ['POST', '/stop'],
      ['POST', '/restart'],
      ['POST', '/logout'],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      expect(await at.api(method, `/api/sessions/none${path}`, body)).toMatchObject({
        status: 404,
        body: { message: 'Session not found' },
      });
    }
  });

  test('answers 422 on paths that use the session', async () => {
    const expected = { status: 422, body: { error: 'Session "none" does not exist', session: 'none' } };
    expect(await at.api('GET', '/api/none/groups')).toMatchObject(expected);
    expect(await at.api('POST', '/api/sendText', { session: 'none', chatId: '1@g.us', text: 'a' })).toMatchObject(
      expected,
    );
    expect(await at.api('GET', '/api/contacts/profile-picture?session=none&contactId=1')).toMatchObject(expected);
  });
});

test('answers 422 with the current state when it is not the expected one', async () => {
  await at.line('zb-1-1');
  expect(await at.api('GET', '/api/zb-1-1/groups')).toMatchObject({
    status: 422,
    body: {
      error: expect.stringContaining('status is not as expected'),
      session: 'zb-1-1',
      status: 'SCAN_QR_CODE',
      expected: ['WORKING'],
    },
  });
});

test('fails like the engine when ordered, with the request and a stack trace', async () => {
  await at.client.json('/whatsapp/_misbehave', { code: 'rate-overlimit' });
  expect(await at.api('GET', '/api/version')).toMatchObject({
    status: 500,
    body: { statusCode: 500, exception: { message: 'rate-overlimit', stack: expect.any(String) }, version: {} },
  });
});
