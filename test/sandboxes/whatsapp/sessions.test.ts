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

describe('the key', () => {
  test.each(['/api/sessions', '/api/version', '/health', '/api/any/groups'])('is needed for %s', async (path) => {
    expect(await at.api('GET', path, undefined, { 'x-api-key': 'wrong' })).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized', statusCode: 401 },
    });
  });

  test('is not needed to ask whether anybody is there', async () => {
    expect((await at.api('GET', '/ping', undefined, { 'x-api-key': '' })).body).toEqual({ message: 'pong' });
  });

  test('of one session opens that session alone', async () => {
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

describe('a session', () => {
  test('is created starting, and soon shows a code', async () => {
    await at.control('settings', { startMs: 1 });
    const made = await at.api('POST', '/api/sessions', { name: 'zb-1-1', start: true });
    expect(made).toMatchObject({ status: 201, body: { name: 'zb-1-1', status: 'STARTING', me: null } });
    await expect.poll(() => status('zb-1-1')).toBe('SCAN_QR_CODE');
  });

  test('shows its configuration as it was sent, the key of its webhook in clear as well', async () => {
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

  test('restarts when its configuration is replaced while it runs, and stays linked', async () => {
    await at.linked('zb-1-1');
    expect(await status('zb-1-1')).toBe('WORKING');
    await at.api('PUT', '/api/sessions/zb-1-1', { config: {} });
    expect(await status('zb-1-1')).toBe('STARTING');
    await at.begun();
    expect(await status('zb-1-1')).toBe('WORKING');
  });

  test('of a name that is taken or impossible is refused', async () => {
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

  test('that is stopped is listed only when all are asked for, and starts once', async () => {
    await at.line('zb-1-1');
    await at.api('POST', '/api/sessions/zb-1-1/stop', {});
    expect((await at.api('GET', '/api/sessions')).body).toEqual([]);
    expect((await at.api('GET', '/api/sessions?all=true')).body).toMatchObject([{ name: 'zb-1-1', status: 'STOPPED' }]);
    expect((await at.api('POST', '/api/sessions/zb-1-1/start', {})).status).toBe(201);
    expect((await at.api('POST', '/api/sessions/zb-1-1/start', {})).status).toBe(422);
  });

  test('says who it is once a phone is linked, and answers with nothing before', async () => {
    await at.line('zb-1-1');
    expect(await at.api('GET', '/api/sessions/zb-1-1/me')).toMatchObject({ status: 200, text: '' });
    await at.phone('ana', 'scan', { session: 'zb-1-1' });
    expect((await at.api('GET', '/api/sessions/zb-1-1/me')).body).toMatchObject({
      id: '5511955500001@c.us',
      lid: '700100200001@lid',
      pushName: 'Ana Souza',
    });
  });

  test('that is logged out starts again with a new code', async () => {
    await at.linked('zb-1-1');
    expect((await at.api('POST', '/api/sessions/zb-1-1/logout', {})).status).toBe(201);
    await at.begun();
    expect(await status('zb-1-1')).toBe('SCAN_QR_CODE');
    expect((await at.client.get('/whatsapp/phone/ana.json')).body).toMatchObject({ linked: [] });
  });

  test('is deleted as often as one likes, and is off the phone then', async () => {
    await at.linked('zb-1-1');
    expect(await at.api('DELETE', '/api/sessions/zb-1-1')).toMatchObject({ status: 200, text: '' });
    expect((await at.api('DELETE', '/api/sessions/zb-1-1')).status).toBe(200);
    expect((await at.api('GET', '/api/sessions?all=true')).body).toEqual([]);
    expect((await at.client.get('/whatsapp/phone/ana.json')).body).toMatchObject({ linked: [] });
  });
});

describe('an unknown session', () => {
  test('is not found where the session itself is meant', async () => {
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

  test('cannot be processed where it is to be used', async () => {
    const expected = { status: 422, body: { error: 'Session "none" does not exist', session: 'none' } };
    expect(await at.api('GET', '/api/none/groups')).toMatchObject(expected);
    expect(await at.api('POST', '/api/sendText', { session: 'none', chatId: '1@g.us', text: 'a' })).toMatchObject(
      expected,
    );
    expect(await at.api('GET', '/api/contacts/profile-picture?session=none&contactId=1')).toMatchObject(expected);
  });
});

test('a session in another state is refused with the state it is in', async () => {
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

test('an order to misbehave fails as the engine does, with the request and a stack in the answer', async () => {
  await at.client.json('/whatsapp/_misbehave', { code: 'rate-overlimit' });
  expect(await at.api('GET', '/api/version')).toMatchObject({
    status: 500,
    body: { statusCode: 500, exception: { message: 'rate-overlimit', stack: expect.any(String) }, version: {} },
  });
});
