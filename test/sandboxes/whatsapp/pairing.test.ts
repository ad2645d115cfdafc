import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { aGateway, type AGateway } from './a-gateway.ts';

let at: AGateway;
beforeAll(async () => {
  at = await aGateway();
});
beforeEach(async () => {
  await at.reset();
  await at.line('zb-1-1');
});
afterAll(() => at.close());

const name = 'zb-1-1';
const json = { accept: 'application/json' };
const status = async () =>
  z.object({ status: z.string() }).parse((await at.api('GET', `/api/sessions/${name}`)).body).status;
const code = async () =>
  z.object({ value: z.string() }).parse((await at.api('GET', `/api/${name}/auth/qr?format=raw`)).body).value;
const image = async () => {
  const { body } = await at.api('GET', `/api/${name}/auth/qr?format=image`, undefined, json);
  return `data:image/png;base64,${z.object({ data: z.string() }).parse(body).data}`;
};
const challenge = async () =>
  z.looseObject({ challenge: z.string() }).parse((await at.api('GET', `/api/${name}/auth/passkey/challenge`)).body);
const assertion = async () =>
  z.object({ assertion: z.looseObject({}) }).parse((await at.phone('ana', 'sign', await challenge())).body).assertion;

describe('QR codes', () => {
  test('returns a code as an image, as JSON with an image, and as text', async () => {
    expect(await at.api('GET', `/api/${name}/auth/qr?format=image`)).toMatchObject({ status: 200, type: 'image/png' });
    expect((await at.api('GET', `/api/${name}/auth/qr?format=image`, undefined, json)).body).toMatchObject({
      mimetype: 'image/png',
    });
    expect(await code()).toMatch(/^2@/);
    expect((await at.api('GET', `/api/${name}/auth/qr?format=svg`)).status).toBe(400);
  });

  test('changes the code after a minute and then every twenty seconds, six times in total', async () => {
    const first = await code();
    await at.advance(59, name);
    expect(await code()).toBe(first);
    await at.advance(1, name);
    expect(await code()).not.toBe(first);
    await at.advance(80, name);
    expect(await code()).toMatch(/,6$/);
    await at.advance(20, name);
    expect(await status()).toBe('FAILED');
    await at.settle();
    expect(at.inbox.states()).toEqual(['STARTING', ...Array.from({ length: 6 }, () => 'SCAN_QR_CODE'), 'FAILED']);
    const times = at.inbox.events('session.status').map(({ timestamp }) => timestamp);
    expect(new Set(times).size).toBe(times.length);
    await at.api('POST', `/api/sessions/${name}/restart`, {});
    await at.begun();
    expect(await status()).toBe('SCAN_QR_CODE');
  });

  test('accepts a scan of the displayed image', async () => {
    expect(await at.phone('ana', 'scan', { qr: await image() })).toMatchObject({
      status: 200,
      body: { session: name, status: 'WORKING' },
    });
    expect(await status()).toBe('WORKING');
  });

  test('rejects a code that is no longer displayed', async () => {
    const old = await image();
    await at.advance(60, name);
    expect((await at.phone('ana', 'scan', { qr: old })).status).toBe(422);
    expect(await status()).toBe('SCAN_QR_CODE');
  });

  test('shows no code when ordered', async () => {
    await at.control('settings', { qrComes: false });
    await at.line('zb-2-1');
    await at.advance(600, 'zb-2-1');
    expect((await at.api('GET', '/api/zb-2-1/auth/qr')).status).toBe(422);
  });

  test('requires the session name if several sessions show a code', async () => {
    await at.line('zb-2-1');
    expect((await at.phone('ana', 'scan')).status).toBe(422);
    expect((await at.phone('ana', 'scan', { session: 'zb-2-1' })).body).toMatchObject({ session: 'zb-2-1' });
  });
});

describe('phones', () => {
  test('fails the session when the phone refuses to link', async () => {
    await at.phone('ana', 'refuse', { session: name });
    expect(await status()).toBe('FAILED');
  });

  test('fails the session when the phone removes the device or is banned', async () => {
    await at.phone('ana', 'scan', { session: name });
    expect((await at.phone('bruno', 'remove', { session: name })).status).toBe(422);
    expect((await at.phone('ana', 'remove', { session: name })).status).toBe(200);
    expect(await status()).toBe('FAILED');
    await at.linked('zb-2-1');
    await at.phone('ana', 'ban');
    expect((await at.api('GET', '/api/sessions/zb-2-1')).body).toMatchObject({ status: 'FAILED', me: null });
  });

  test('stays linked when the gateway fails, and works after a restart', async () => {
    await at.phone('ana', 'scan', { session: name });
    expect((await at.phone('ana', 'crash', { session: name })).status).toBe(200);
    expect(await status()).toBe('FAILED');
    await at.api('POST', `/api/sessions/${name}/restart`, {});
    await at.begun();
    expect(await status()).toBe('WORKING');
  });

  test('refuses to link a banned phone until the ban is lifted', async () => {
    await at.phone('ana', 'ban');
    await at.phone('ana', 'scan', { session: name });
    expect(await status()).toBe('FAILED');
    await at.phone('ana', 'unban');
    await at.api('POST', `/api/sessions/${name}/restart`, {});
    await at.begun();
    await at.phone('ana', 'scan', { session: name });
    expect(await status()).toBe('WORKING');
  });

  test('links with a pairing code instead of an image', async () => {
    const asked = await at.api('POST', `/api/${name}/auth/request-code`, { phoneNumber: '5511955500001' });
    expect(asked).toMatchObject({ status: 201, body: { code: expect.stringMatching(/^\w{4}-\w{4}$/) } });
    expect((await at.phone('ana', 'type', { code: 'AAAA-AAA1' })).status).toBe(422);
    await at.phone('ana', 'type', z.object({ code: z.string() }).parse(asked.body));
    expect(await status()).toBe('WORKING');
    expect((await at.api('POST', `/api/${name}/auth/request-code`, { phoneNumber: '+55' })).status).toBe(400);
    expect((await at.api('POST', `/api/${name}/auth/request-code`, { phoneNumber: '5511955500001' })).status).toBe(422);
  });
});

describe('passkeys', () => {
  test('requests a passkey and links after the signed response', async () => {
    await at.phone('ana', 'scan', { session: name, demand: 'passkey' });
    expect(await status()).toBe('PASSKEY_REQUIRED');
    expect(await challenge()).toMatchObject({ rpId: 'web.whatsapp.com', challenge: expect.any(String) });
    expect((await at.api('POST', `/api/${name}/auth/passkey`, await assertion())).status).toBe(201);
    expect(await status()).toBe('WORKING');
    await at.settle();
    expect(
      at.inbox.events('session.status').find(({ payload }) => payload.status === 'PASSKEY_REQUIRED'),
    ).toMatchObject({ payload: { data: { rpId: 'web.whatsapp.com' } } });
  });

  test('requests a code comparison after the passkey when ordered', async () => {
    await at.phone('ana', 'settings', { demand: 'passkeyAndCode' });
    await at.phone('ana', 'scan', { session: name });
    expect((await at.api('GET', `/api/${name}/auth/passkey/confirmation`)).status).toBe(422);
    await at.api('POST', `/api/${name}/auth/passkey`, await assertion());
    expect(await status()).toBe('PASSKEY_CONFIRMATION_REQUIRED');
    const shown = await at.api('GET', `/api/${name}/auth/passkey/confirmation`);
    expect((await at.client.get('/whatsapp/phone/ana.json')).body).toMatchObject({ asking: [shown.body] });
    expect((await at.api('POST', `/api/${name}/auth/passkey/confirm`, {})).status).toBe(201);
    expect(await status()).toBe('WORKING');
  });

  test('rejects a passkey that is malformed, for another challenge or not requested', async () => {
    expect((await at.api('GET', `/api/${name}/auth/passkey/challenge`)).status).toBe(422);
    await at.phone('ana', 'scan', { session: name, demand: 'passkey' });
    expect((await at.api('POST', `/api/${name}/auth/passkey`, { id: 'x' })).status).toBe(400);
    const other = z
      .object({ assertion: z.looseObject({}) })
      .parse((await at.phone('ana', 'sign', { challenge: 'another' })).body);
    expect((await at.api('POST', `/api/${name}/auth/passkey`, other.assertion)).status).toBe(500);
    expect(await status()).toBe('PASSKEY_REQUIRED');
  });

  test('fails the session when the passkey is not answered', async () => {
    await at.phone('ana', 'scan', { session: name, demand: 'passkey' });
    await at.advance(59, name);
    expect(await status()).toBe('PASSKEY_REQUIRED');
    await at.advance(1, name);
    expect(await status()).toBe('FAILED');
  });

  test('accepts and ignores the passkey when ordered, until the session fails', async () => {
    await at.phone('ana', 'scan', { session: name, demand: 'passkeyIgnored' });
    expect((await at.api('POST', `/api/${name}/auth/passkey`, await assertion())).status).toBe(201);
    expect(await status()).toBe('PASSKEY_REQUIRED');
    await at.advance(60, name);
    expect(await status()).toBe('FAILED');
  });
});
