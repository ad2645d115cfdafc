import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startSandboxes, type Sandboxes } from './index.ts';
import { sandboxClient, type SandboxClient } from './sandbox-client.ts';

let sandboxes: Sandboxes;
let client: SandboxClient;

beforeAll(async () => {
  sandboxes = await startSandboxes();
  client = sandboxClient(sandboxes.url);
});
beforeEach(() => client.json('/amazon/_reset', {}));
afterAll(() => sandboxes.close());

const profile = () => client.get('/amazon/user/profile', { authorization: 'Bearer nothing' });
const misbehave = (order: object) => client.json('/amazon/_misbehave', order);

describe('every sandbox', () => {
  test.each(['amazon', 'google', 'alexa'])('%s says what it imitates, and what it leaves out', async (name) => {
    expect((await client.get(`/${name}`)).text).toMatch(/It imitates[^]*It leaves out/);
  });

  test('lists the calls it received, newest first, with nothing hidden, and drops them on reset', async () => {
    await profile();
    await client.form('/amazon/auth/o2/token', { grant_type: 'password', client_secret: 'shown' });
    expect((await client.get('/amazon/_heard')).body).toMatchObject([
      { method: 'POST', path: '/amazon/auth/o2/token', body: { client_secret: 'shown' }, status: 400 },
      { method: 'GET', path: '/amazon/user/profile', headers: { authorization: 'Bearer nothing' }, status: 400 },
    ]);
    await client.json('/amazon/_reset', {});
    expect((await client.get('/amazon/_heard')).body).toEqual([]);
  });

  test('says so when it gets a call that it does not imitate', async () => {
    expect(await client.get('/amazon/auth/o3/token')).toMatchObject({ status: 501, body: { error: 'not_imitated' } });
    expect(await client.get('/elsewhere')).toMatchObject({ status: 404, body: { error: 'no_such_sandbox' } });
  });
});

describe('misbehaving', () => {
  test('by status or code lasts for as many calls as ordered', async () => {
    await misbehave({ next: 2, status: 503 });
    expect([(await profile()).status, (await profile()).status, (await profile()).status]).toEqual([503, 503, 400]);
    await misbehave({ code: 'invalid_client' });
    expect(await profile()).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  test('by a raw body gives exactly that body', async () => {
    await misbehave({ body: '<html>Sorry</html>', status: 502 });
    expect(await profile()).toMatchObject({
      status: 502,
      text: '<html>Sorry</html>',
      type: 'text/html; charset=utf-8',
    });
  });

  test('concerns only the matching calls, and never the controls and pages', async () => {
    await misbehave({ status: 500, match: '/token' });
    expect((await profile()).status).toBe(400);
    expect((await client.get('/amazon/ap/oa')).status).toBe(400);
    expect((await client.form('/amazon/auth/o2/token', {})).status).toBe(500);
  });

  test('by a delay answers late', async () => {
    await misbehave({ delayMs: 80 });
    const started = performance.now();
    expect((await profile()).status).toBe(400);
    expect(performance.now() - started).toBeGreaterThanOrEqual(79);
  });

  test('by a cut connection takes effect only when ordered so', async () => {
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

  test('ends when zero calls are ordered, and an unknown order is refused', async () => {
    await misbehave({ next: 99, status: 500 });
    await misbehave({ next: 0 });
    expect((await profile()).status).toBe(400);
    expect(await misbehave({ stauts: 500 })).toMatchObject({ status: 400, body: { error: 'unknown: stauts' } });
  });
});

test('the state of the sandboxes outlives a restart when they are given a file', async () => {
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

test('a taken port is refused by name', async () => {
  const { port } = new URL(sandboxes.url);
  await expect(startSandboxes({ port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
