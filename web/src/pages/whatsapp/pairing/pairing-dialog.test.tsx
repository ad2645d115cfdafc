import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { aLinkedGroup, aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

const { connect, qrCode, logged, unlink, confirm, current } = numberCalls;
const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(WhatsAppPage, { at: '/whatsapp', language });
const press = async (user: Awaited<ReturnType<typeof show>>, name = 'Connect WhatsApp') =>
  user.click(await screen.findByRole('button', { name }));
const dialog = async (name = 'Connect WhatsApp') => within(await screen.findByRole('dialog', { name }));
const never = () => new Promise<never>(() => {});

test.each([
  ['en', 'Connect WhatsApp', 'Generating QR code...', 'Waiting for connection...', 'Link a device'],
  ['pt', 'Conectar WhatsApp', 'Gerando QR code...', 'Aguardando conexão...', 'Conectar dispositivo'],
  ['es', 'Conectar WhatsApp', 'Generando código QR...', 'Esperando conexión...', 'Vincular un dispositivo'],
] as const)(
  'waits in %s for the code, shows it with how to scan it, and waits for the scan',
  { tags: ['spec-111.1', 'spec-112.1', 'spec-270.1'] },
  async (language, name, generating, waiting, menu) => {
    let give = (_: { json: unknown }) => {};
    whatsAppServer().answer(qrCode, () => new Promise((resolve) => (give = resolve)));
    const user = await show(language);
    await press(user, name);
    const open = await dialog(name);
    expect(open.getByText(generating)).toBeVisible();
    expect(open.queryByRole('img')).toBeNull();
    give({ json: { qrcode: 'Zmlyc3Q=' } });
    expect(await open.findByRole('img')).toHaveAttribute('src', 'data:image/png;base64,Zmlyc3Q=');
    expect(open.getByText(waiting)).toBeVisible();
    expect(open.getByText(menu)).toBeVisible();
  },
);

test('replaces the image when the code changes', async () => {
  whatsAppServer().answer(logged, {
    json: { logged: false, chipStatus: 'WAITING_QR', qrcode: 'data:image/png;base64,c2Vjb25k' },
  });
  await press(await show());
  const open = await dialog();
  await waitFor(() => expect(open.getByRole('img')).toHaveAttribute('src', 'data:image/png;base64,c2Vjb25k'));
});

test(
  'closes while connecting only by the close button, not by Escape, and returns the focus',
  { tags: ['spec-113.1', 'spec-197.1'] },
  async () => {
    const server = whatsAppServer();
    const user = await show();
    await press(user);
    const open = await dialog();
    await open.findByRole('img');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(server.sent(unlink)).toHaveLength(0);
    await user.click(open.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Connect WhatsApp' })).toHaveFocus());
    await waitFor(() => expect(server.sent(unlink)).toHaveLength(1));
    // The phone may have scanned the code by now; then the number stays connected.
    expect(server.sent(unlink)).toMatchObject([{ query: '?onlyPairing=true' }]);
  },
);

test.each([
  ['the selection of a group when there is none', [], 'Select group'],
  ['the button that replaces the clicked one when groups are linked', [aLinkedGroup(7, 'Família')], 'Disconnect'],
])('focuses after connecting %s', async (_, groups, name) => {
  const server = whatsAppServer({ groups });
  server.answer(logged, () => {
    server.answer(current, currentIs(aNumber('CONNECTED')));
    return { json: { logged: true, chipStatus: 'CONNECTED' } };
  });
  await press(await show());
  expect(await screen.findByText('Next, choose the groups that can send commands.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus());
});

test('requests no code when the number is already connected', async () => {
  const server = whatsAppServer();
  server.answer(connect, { json: aNumber('CONNECTED') });
  await press(await show());
  expect(await screen.findByText('WhatsApp connected')).toBeVisible();
  expect(server.sent(qrCode)).toHaveLength(0);
});

test.each([
  [
    '503 whatsapp.unavailable',
    connect,
    errorReply(503, 'whatsapp.unavailable'),
    'WhatsApp is not responding. Try again shortly.',
  ],
  [
    '409 workspace.planRequired',
    connect,
    errorReply(409, 'workspace.planRequired'),
    'This needs an active plan or trial. Choose a plan under Subscription.',
  ],
  ['an answer without an instance', connect, { json: {} }, 'Instance ID not available'],
  ['no code', qrCode, { json: { qrcode: '' } }, 'The QR code was not generated correctly'],
])(
  'after %s shows the failure in a toast and on the page, and enables the buttons again',
  { tags: ['spec-322.1', 'spec-323.1', 'spec-326.1'] },
  async (_, call, said, words) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = whatsAppServer();
    server.answer(call, said);
    const user = await show();
    await press(user);
    const toast = await screen.findByRole('listitem');
    expect(toast).toHaveTextContent(`Failed to connect WhatsApp. Please try again.${words}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(screen.getByRole('main')).getByText(words)).toBeVisible();
    server.answer(connect, { json: aNumber('CONNECTING') });
    server.answer(qrCode, never);
    await press(user);
    expect((await dialog()).getByText('Generating QR code...')).toBeVisible();
    expect(within(screen.getByRole('main', { hidden: true })).queryByText(words)).toBeNull();
  },
);

test('removes a session without a code', async () => {
  const server = whatsAppServer();
  server.answer(qrCode, { json: { qrcode: '' } });
  await press(await show());
  await waitFor(() => expect(server.sent(unlink)).toHaveLength(1));
});

test('requests a new code when the first one was not scanned in time', async () => {
  const server = whatsAppServer();
  server.answer(logged, { json: { logged: false, chipStatus: 'DISCONNECTED' } });
  const user = await show();
  await press(user);
  const open = await dialog();
  expect(await open.findByRole('alert')).toHaveTextContent('The code is no longer valid');
  server.answer(logged, { json: { logged: false, chipStatus: 'WAITING_QR' } });
  await user.click(open.getByRole('button', { name: 'Generate a new code' }));
  expect(await open.findByRole('img')).toBeVisible();
  expect(server.sent(connect)).toHaveLength(2);
});

test.each([
  ['en', 'Connect WhatsApp', 'This number is already in use'],
  ['pt', 'Conectar WhatsApp', 'Este número já está em uso'],
  ['es', 'Conectar WhatsApp', 'Este número ya está en uso'],
] as const)(
  'shows in %s that the number is in use when another user has connected it',
  async (language, name, says) => {
    whatsAppServer().answer(logged, { json: { logged: false, chipStatus: 'DISCONNECTED', ended: 'phoneTaken' } });
    const user = await show(language);
    await press(user, name);
    expect(await (await dialog(name)).findByRole('alert')).toHaveTextContent(says);
  },
);

test('closes on Escape when the pairing is over', async () => {
  whatsAppServer().answer(logged, { json: { logged: false, chipStatus: 'DISCONNECTED' } });
  const user = await show();
  await press(user);
  await (await dialog()).findByRole('alert');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('confirms the compared code with one click', async () => {
  const server = whatsAppServer();
  server.answer(logged, { json: { logged: false, chipStatus: 'PASSKEY_CONFIRMATION', passkey: { code: 'K7Q2M' } } });
  server.answer(confirm, { json: { chipStatus: 'CONNECTING' } });
  const user = await show();
  await press(user);
  const open = await dialog('Compare the code');
  expect(open.getByText('K7Q2M')).toBeVisible();
  await user.click(open.getByRole('button', { name: 'The codes match' }));
  expect(await open.findByText('Confirmed. Waiting for WhatsApp...')).toBeVisible();
  expect(server.sent(confirm)).toHaveLength(1);
});

test('ends the pairing, removes the session and says that nothing was connected when the codes differ', async () => {
  const server = whatsAppServer();
  server.answer(logged, { json: { logged: false, chipStatus: 'PASSKEY_CONFIRMATION', passkey: { code: 'K7Q2M' } } });
  const user = await show();
  await press(user);
  await user.click((await dialog('Compare the code')).getByRole('button', { name: 'The codes do not match' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(server.sent(unlink)).toHaveLength(1));
  expect(server.sent(confirm)).toEqual([]);
  expect(await screen.findByText('Nothing was connected')).toBeVisible();
});
