import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startSandboxes, type Sandboxes } from './index.ts';
import { sandboxClient, type SandboxClient } from './sandbox-client.ts';

let sandboxes: Sandboxes;
let client: SandboxClient;
let pauses: number[] = [];

beforeAll(async () => {
  sandboxes = await startSandboxes({ pause: (ms) => Promise.resolve(void pauses.push(ms)) });
  client = sandboxClient(sandboxes.url);
});
beforeEach(async () => {
  pauses = [];
  await client.json('/amazon/_reset', {});
});
afterAll(() => sandboxes.close());

const profile = () => client.get('/amazon/user/profile', { authorization: 'Bearer nothing' });
const misbehave = (order: object) => client.json('/amazon/_misbehave', order);

describe('every sandbox', () => {
  test.each(['amazon', 'google', 'alexa'])('describes on the page of %s what it imitates and omits', async (name) => {
    expect((await client.get(`/${name}`)).text).toMatch(/It imitates[^]*It leaves out/);
  });

  test('lists received calls with newest first and nothing hidden, and clears them on reset', async () => {
    await profile();
    await client.form('/amazon/auth/o2/token', { grant_type: 'password', client_secret: 'shown' });
    expect((await client.get('/amazon/_heard')).body).toMatchObject([
      { method: 'POST', path: '/amazon/auth/o2/token', body: { client_secret: 'shown' }, status: 400 },
      { method: 'GET', path: '/amazon/user/profile', headers: { authorization: 'Bearer nothing' }, status: 400 },
    ]);
    await client.json('/amazon/_reset', {});
    expect((await client.get('/amazon/_heard')).body).toEqual([]);
  });

  test('answers 501 for a call that it does not imitate', async () => {
    expect(await client.get('/amazon/auth/o3/token')).toMatchObject({ status: 501, body: { error: 'not_imitated' } });
    expect(await client.get('/elsewhere')).toMatchObject({ status: 404, body: { error: 'no_such_sandbox' } });
  });
});

describe('misbehaviour', () => {
  test('answers with a status or code for the ordered number of calls', async () => {
    await misbehave({ next: 2, status: 503 });
    expect([(await profile()).status, (await profile()).status, (await profile()).status]).toEqual([503, 503, 400]);
    await misbehave({ code: 'invalid_client' });
    expect(await profile()).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  test('answers with exactly the ordered body', async () => {
    await misbehave({ body: '<html>Sorry</html>', status: 502 });
    expect(await profile()).toMatchObject({
      status: 502,
      text: '<html>Sorry</html>',
      type: 'text/html; charset=utf-8',
    });
  });

  test('applies an order only to matching API calls, not to controls and pages', async () => {
    await misbehave({ status: 500, match: '/token' });
    expect((await profile()).status).toBe(400);
    expect((await client.get('/amazon/ap/oa')).status).toBe(400);
    expect((await client.form('/amazon/auth/o2/token', {})).status).toBe(500);
  });

  test('delays the response', async () => {
    await misbehave({ delayMs: 80 });
    expect((await profile()).status).toBe(400);
    expect((await profile()).status).toBe(400);
    expect(pauses).toEqual([80]);
  });

  test('cuts the connection and applies the call only when ordered', async () => {
    const { refresh } = sandboxes.amazon.grant('ana', 'local-web-client', 'profile');
    const rotated = () => sandboxes.amazon.snapshot().refresh.some((one) => one.replacedAt !== undefined);
    const secrets = { client_id: 'local-web-client', client_secret: 'local-web-secret' };
    const renew = () =>
      client.form('/amazon/auth/o2/token', { grant_type: 'refresh_token', refresh_token: refresh.token, ...secrets });
    await misbehave({ cut: true });
    await expect(renew()).rejects.toThrow('fetch failed');
    expect(rotated()).toBe(false);
    await misbehave({ cut: 'after' });
    await expect(renew()).rejects.toThrow('fetch failed');
    expect(rotated()).toBe(true);
    expect((await client.get('/amazon/_heard')).body).toMatchObject([{ status: 'cut' }, { status: 'cut' }]);
  });

  test('clears an order with zero calls and rejects unknown fields', async () => {
    await misbehave({ next: 99, status: 500 });
    await misbehave({ next: 0 });
    expect((await profile()).status).toBe(400);
    expect(await misbehave({ stauts: 500 })).toMatchObject({ status: 400, body: { error: 'unknown: stauts' } });
  });
});

test('restores the state of the sandboxes after a restart when they have a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandboxes-'));
  const stateFile = join(folder, 'state', 'sandboxes.json');
  const first = await startSandboxes({ stateFile });
  const { refresh } = first.amazon.grant('ana', 'local-web-client', 'profile');
  const keys = (await sandboxClient(first.url).get('/google/oauth2/v3/certs')).text;
  await first.close();
  const second = await startSandboxes({ stateFile });
  expect(second.amazon.rotate(refresh.token, 'local-web-client')).toBeDefined();
  expect((await sandboxClient(second.url).get('/google/oauth2/v3/certs')).text).toBe(keys);
  await second.close();
  await rm(folder, { recursive: true });
});

test('rejects with EADDRINUSE when the port is taken', async () => {
  const { port } = new URL(sandboxes.url);
  await expect(startSandboxes({ port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
