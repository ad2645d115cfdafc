import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

const { connect, pairingCode, qrCode, logged, unlink, current } = numberCalls;

beforeEach(() => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('pt-BR');
});

async function onPhone(language: 'pt' | 'en' | 'es' = 'en', name = 'Connect WhatsApp') {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const server = whatsAppServer();
  server.answer(pairingCode, { json: { code: 'ABCD-EFGH' } });
  const user = await showPage(WhatsAppPage, { at: '/whatsapp', language });
  await user.click(await screen.findByRole('button', { name }));
  return { server, user, open: within(await screen.findByRole('dialog', { name })) };
}
const number = 'WhatsApp number';

test.each([
  ['en', 'Connect WhatsApp', number, 'Get code', 'Type this code in WhatsApp', 'Link with phone number instead'],
  [
    'pt',
    'Conectar WhatsApp',
    'Número do WhatsApp',
    'Gerar código',
    'Digite este código no WhatsApp',
    'Conectar com número de telefone',
  ],
  [
    'es',
    'Conectar WhatsApp',
    'Número de WhatsApp',
    'Generar código',
    'Escribe este código en WhatsApp',
    'Vincular con número de teléfono',
  ],
] as const)(
  'offers in %s a code to type first on a phone, and creates no line before the number is known',
  async (language, name, label, submit, heading, menu) => {
    const { server, user, open } = await onPhone(language, name);
    expect(server.sent(connect)).toEqual([]);
    await user.type(open.getByRole('textbox', { name: label }), '(11) 95550-0001');
    await user.click(open.getByRole('button', { name: submit }));
    expect(await open.findByText('ABCD-EFGH')).toBeVisible();
    expect(open.getByRole('heading', { name: heading })).toBeVisible();
    expect(open.getByText(menu)).toBeVisible();
    expect(server.sent(pairingCode)).toMatchObject([{ body: { phone: '+5511955500001' } }]);
    expect(server.sent(qrCode)).toEqual([]);
  },
);

test('shows the current code when the first one was replaced', async () => {
  const { server, user, open } = await onPhone();
  const renewed = Promise.withResolvers<void>();
  server.answer(logged, async () => {
    await renewed.promise;
    return {
      json: { logged: false, chipStatus: 'WAITING_QR', qrcode: 'data:image/png;base64,QQ==', code: 'K3PM9QRS' },
    };
  });
  await user.type(open.getByRole('textbox', { name: number }), '11955500001{Enter}');
  expect(await open.findByText('ABCD-EFGH')).toBeVisible();
  renewed.resolve();
  expect(await open.findByText('K3PM9QRS')).toBeVisible();
  expect(open.queryByText('ABCD-EFGH')).toBeNull();
  expect(open.queryByRole('img')).toBeNull();
});

/** Whether a device, in CSS pixels, matches the media query. */
const isMatch = (query: string, device: Record<'pointer' | 'width' | 'height', string | number>): boolean =>
  query.split(',').some((one) =>
    [...one.matchAll(/\(([\w-]+): (\w+)\)/g)].every(([, name = '', value = '']) => {
      if (name === 'pointer') return device.pointer === value;
      if (name === 'max-width') return Number(device.width) <= Number.parseFloat(value) * 16;
      return name === 'max-height' && Number(device.height) <= Number.parseFloat(value) * 16;
    }),
  );

test.each([
  ['the number', 'a phone', 'textbox', { pointer: 'coarse', width: 360, height: 740 }],
  ['the number', 'a phone in landscape', 'textbox', { pointer: 'coarse', width: 915, height: 412 }],
  ['the QR code', 'a tablet', 'img', { pointer: 'coarse', width: 820, height: 1180 }],
  ['the QR code', 'a tablet in landscape', 'img', { pointer: 'coarse', width: 1180, height: 820 }],
  ['the QR code', 'a small window of a computer', 'img', { pointer: 'fine', width: 600, height: 400 }],
] as const)('starts with %s on %s', async (_first, _device, role, device) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isMatch(query, device) }));
  whatsAppServer();
  const user = await showPage(WhatsAppPage, { at: '/whatsapp', language: 'en' });
  await user.click(await screen.findByRole('button', { name: 'Connect WhatsApp' }));
  const open = within(await screen.findByRole('dialog', { name: 'Connect WhatsApp' }));
  expect(await open.findByRole(role)).toBeVisible();
});

test('names the number of the code, and leads back to correct it', async () => {
  const { server, user, open } = await onPhone();
  await user.type(open.getByRole('textbox', { name: number }), '11955500001{Enter}');
  expect(await open.findByText('+55 11 95550 0001')).toBeVisible();
  await user.click(open.getByRole('button', { name: 'Change number' }));
  expect(open.getByRole('textbox', { name: number })).toHaveValue('11955500001');
  await waitFor(() => expect(server.sent(unlink)).toHaveLength(1));
});

test('leads from a code that was not used in time to its number', async () => {
  const { server, user, open } = await onPhone();
  server.answer(logged, { json: { logged: false, chipStatus: 'DISCONNECTED' } });
  await user.type(open.getByRole('textbox', { name: number }), '11955500001{Enter}');
  await user.click(await open.findByRole('button', { name: 'Generate a new code' }));
  expect(open.getByRole('textbox', { name: number })).toHaveValue('11955500001');
  expect(server.sent(pairingCode)).toHaveLength(1);
  await user.click(open.getByRole('button', { name: 'Get code' }));
  await waitFor(() => expect(server.sent(pairingCode)).toHaveLength(2));
});

test('closes once the code was typed, and updates the page', async () => {
  const { server, user, open } = await onPhone();
  server.answer(logged, () => {
    server.answer(current, currentIs(aNumber('CONNECTED')));
    return { json: { logged: true, chipStatus: 'CONNECTED' } };
  });
  await user.type(open.getByRole('textbox', { name: number }), '+55 11 95550 0001{Enter}');
  expect(await screen.findByText('Ana Souza')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('rejects a number without a country code next to its field, and requests nothing', async () => {
  const { server, user, open } = await onPhone();
  const field = open.getByRole('textbox', { name: number });
  await user.type(field, '955{Enter}');
  expect(await open.findByRole('alert')).toHaveTextContent('Enter the number with its country code.');
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  await user.type(field, '5');
  expect(open.queryByRole('alert')).toBeNull();
  expect(server.sent(connect)).toEqual([]);
});

test('keeps the number in the form after a refusal, and removes the line', async () => {
  const { server, user, open } = await onPhone();
  server.answer(pairingCode, errorReply(409, 'instance.pairingCodeRefused'));
  await user.type(open.getByRole('textbox', { name: number }), '11955500001{Enter}');
  expect(await open.findByRole('alert')).toHaveTextContent('WhatsApp gave no code for this number.');
  expect(open.getByRole('textbox', { name: number })).toHaveValue('11955500001');
  await waitFor(() => expect(server.sent(unlink)).toHaveLength(1));
  server.answer(pairingCode, { json: { code: 'ABCD-EFGH' } });
  await user.click(open.getByRole('button', { name: 'Get code' }));
  expect(await open.findByText('ABCD-EFGH')).toBeVisible();
});

test('shows next to the number that too many codes were requested, with the QR code one tap away', async () => {
  const { server, user, open } = await onPhone();
  server.answer(pairingCode, errorReply(429, 'instance.pairingCodeTooOften'));
  await user.type(open.getByRole('textbox', { name: number }), '11955500001{Enter}');
  expect(await open.findByRole('alert')).toHaveTextContent('You requested too many codes.');
  await user.click(open.getByRole('button', { name: 'Scan a QR code instead' }));
  expect(await open.findByRole('img', { name: /QR code/ })).toBeVisible();
});

test('keeps the typed number when Back closes the dialog, without leaving the page', async () => {
  const { user, open } = await onPhone();
  await user.type(open.getByRole('textbox', { name: number }), '119555');
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.pathname).toBe('/whatsapp');
  await user.click(screen.getByRole('button', { name: 'Connect WhatsApp' }));
  expect(await screen.findByRole('textbox', { name: number })).toHaveValue('119555');
});

test('leads with one tap from the code to the QR code and back, with a new line for each', async () => {
  const { server, user, open } = await onPhone();
  await user.type(open.getByRole('textbox', { name: number }), '11955500001{Enter}');
  await open.findByText('ABCD-EFGH');
  await user.click(open.getByRole('button', { name: 'Scan a QR code instead' }));
  expect(await open.findByRole('img', { name: /QR code/ })).toBeVisible();
  expect(server.sent(unlink)).toHaveLength(1);
  expect(server.sent(connect)).toHaveLength(2);
  await user.click(open.getByRole('button', { name: 'Link with phone number instead' }));
  expect(open.getByRole('textbox', { name: number })).toHaveValue('11955500001');
  await waitFor(() => expect(server.sent(unlink)).toHaveLength(2));
});
