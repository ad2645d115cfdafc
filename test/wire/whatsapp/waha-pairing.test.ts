import { describe, expect, test } from 'vitest';

import { createWahaGateway } from '#functions/providers/whatsapp/waha/waha-gateway.ts';

import { line } from './a-vendor.ts';
import { vendors } from './vendors.ts';

const aWaha = vendors(createWahaGateway);

const read = `GET /api/sessions/${line.lineName}`;
const qr = `GET /api/${line.lineName}/auth/qr?format=image`;
const is = (status: string) => ({ json: { name: line.lineName, status } });
const image = { json: { mimetype: 'image/png', data: 'iVBORw0KGgo=' } };
const shown = { outcome: 'ok', pairing: { kind: 'qr', dataUrl: 'data:image/png;base64,iVBORw0KGgo=' } };
const none = (state: string) => ({ outcome: 'ok', pairing: { kind: 'none', state } });

describe('a QR code', () => {
  test('returns the QR code as an image that a page can show', async () => {
    const { gateway, asked } = await aWaha({ [read]: is('SCAN_QR_CODE'), [qr]: image });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toEqual(shown);
    expect(asked.at(-1)?.headers['accept']).toBe('application/json');
  });

  test('waits while the line connects, and requests the QR code only then', async () => {
    const { gateway, paths } = await aWaha({
      [read]: [is('STARTING'), is('STARTING'), is('SCAN_QR_CODE')],
      [qr]: image,
    });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toEqual(shown);
    expect(paths()).toEqual([read, read, read, qr]);
  });

  test('waits for a QR code no longer than the time limit', async () => {
    const { gateway, clock } = await aWaha({ [read]: is('STARTING') });
    const before = clock.now().getTime();
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toEqual(none('connecting'));
    expect(clock.now().getTime() - before).toBeLessThanOrEqual(12_000);
  });

  test('requests the QR code again when the line changed between the two calls', async () => {
    const early = { status: 422, json: { error: 'x', session: line.lineName, status: 'STARTING', expected: [] } };
    const { gateway } = await aWaha({ [read]: is('SCAN_QR_CODE'), [qr]: [early, image] });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toEqual(shown);
  });

  test.each([
    ['FAILED', 'broken'],
    ['STOPPED', 'stopped'],
    ['WORKING', 'connected'],
    ['PASSKEY_REQUIRED', 'awaiting_passkey'],
  ])('returns no QR code and does not wait while the line is %s', async (status, state) => {
    const { gateway, paths } = await aWaha({ [read]: is(status) });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toEqual(none(state));
    expect(paths()).toEqual([read]);
  });

  test('returns no QR code for an absent line', async () => {
    const { gateway } = await aWaha({ [read]: { status: 404, json: {} } });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toEqual(none('absent'));
  });

  test.each([
    ['the text of a code', { json: { value: '2@AbCdEf' } }],
    ['a page', { json: { mimetype: 'text/html', data: 'PGh0bWw+' } }],
    ['invalid image data', { json: { mimetype: 'image/png', data: '"><script>' } }],
  ])('never returns %s as a QR code', async (_, answer) => {
    const { gateway } = await aWaha({ [read]: is('SCAN_QR_CODE'), [qr]: answer });
    expect(await gateway.getPairing(line, { waitMs: 0 })).toEqual(none('awaiting_qr'));
  });

  test('fails to return a QR code while the gateway does not answer', async () => {
    const { gateway } = await aWaha({ [read]: { status: 502, text: '' } });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toMatchObject({
      outcome: 'failed',
      error: { code: 'unreachable', retryable: true },
    });
  });
});
