import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { numberCalls } from '#web/testing/a-number.ts';
import { aChallenge, anAssertion } from '#web/testing/a-passkey.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { anExtension, inBrowser, signing } from '#web/testing/an-extension.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

const { connect, logged, unlink, answer } = numberCalls;
const challenge = aChallenge();
const assertion = anAssertion();
const asks = (passkey: object = { challenge }) => ({
  json: { logged: false, chipStatus: 'PASSKEY_REQUIRED', passkey },
});

beforeEach(() => inBrowser('chromium'));

async function atThePasskey(language: 'pt' | 'en' | 'es' = 'en') {
  const names = {
    en: ['Connect WhatsApp', 'WhatsApp asks for a passkey'],
    pt: ['Conectar WhatsApp', 'O WhatsApp pede uma chave de acesso (passkey)'],
    es: ['Conectar WhatsApp', 'WhatsApp pide una clave de acceso (passkey)'],
  } as const;
  const [button, title] = names[language];
  const server = whatsAppServer();
  server.answer(logged, asks());
  server.answer(answer, { json: { chipStatus: 'PASSKEY_REQUIRED' } });
  const user = await showPage(WhatsAppPage, { at: '/whatsapp', language });
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  return { server, user, dialog };
}

const script = (dialog: ReturnType<typeof within>) => dialog.findByText('Sign without the extension');
const signButton = { name: 'Sign with passkey' };

test('points to the WhatsApp tab while the user is there, and does not sign twice', async () => {
  const { signed } = anExtension(signing(undefined));
  const { user, dialog } = await atThePasskey();
  const button = await dialog.findByRole('button', signButton);
  await user.click(button);
  expect(await dialog.findByText('Continue in the WhatsApp tab that opened.')).toBeVisible();
  await user.click(button);
  expect(signed()).toHaveLength(1);
});

test.each([
  [{ ok: false, error: 'The operation was not allowed.' }, 'The extension says: “The operation was not allowed.”'],
  [{ ok: true, assertion: {} }, 'The extension sent an unreadable answer.'],
  [{ ok: true, assertion: anAssertion('b3RoZXI') }, 'The extension signed an earlier request.'],
])('shows for the extension’s reply %j why nothing was signed, and allows a retry', async (reply, words) => {
  const { signed } = anExtension(signing(reply));
  const { server, user, dialog } = await atThePasskey();
  await user.click(await dialog.findByRole('button', signButton));
  expect(await dialog.findByRole('alert')).toHaveTextContent(words);
  await user.click(dialog.getByRole('button', signButton));
  await waitFor(() => expect(signed()).toHaveLength(2));
  expect(server.sent(answer)).toHaveLength(0);
});

test('shows that WhatsApp rejected the response, and removes the session before a new start', async () => {
  anExtension(signing({ ok: true, assertion }));
  const { server, user, dialog } = await atThePasskey();
  server.answer(answer, errorReply(409, 'instance.passkeyRefused'));
  await user.click(await dialog.findByRole('button', signButton));
  expect(await dialog.findByRole('alert')).toHaveTextContent('WhatsApp did not accept the passkey. Start again.');
  server.answer(logged, { json: { logged: false, chipStatus: 'WAITING_QR' } });
  await user.click(dialog.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByText('Waiting for connection...')).toBeVisible();
  const calls = server.heard.map(({ method, path }) => `${method} ${path}`);
  expect(calls.filter((call) => call === connect || call === unlink)).toEqual([connect, unlink, connect]);
});

test('offers to install the extension and to search again, then signs', async () => {
  anExtension();
  const { server, user, dialog } = await atThePasskey();
  const get = await dialog.findByRole('link', { name: /^Get the extension/ });
  expect(get).toHaveAttribute('href', 'https://chromewebstore.google.com/detail/ghpdcgnjffaaekflfpcgkgpbafmjldcp');
  const look = { name: 'I installed it, check again' };
  await user.click(dialog.getByRole('button', look));
  expect(await dialog.findByText(/The extension is not responding/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Reload this page' })).toBeVisible();
  expect(dialog.queryByRole('button', signButton)).toBeNull();
  anExtension(signing({ ok: true, assertion }));
  await user.click(dialog.getByRole('button', look));
  expect(await dialog.findByText('The extension is ready')).toBeVisible();
  await user.click(await dialog.findByRole('button', signButton));
  await waitFor(() => expect(server.sent(answer)).toMatchObject([{ body: { assertion } }]));
});

test.each([
  ['pt', 'Assinar sem a extensão', 'Copiar script', '// Mostra um botão nesta página'],
  ['en', 'Sign without the extension', 'Copy script', '// Draws a button on this page'],
  ['es', 'Firmar sin la extensión', 'Copiar el script', '// Muestra un botón en esta página'],
] as const)('starts the script in %s with an explanation in that language', async (language, heading, copy, begin) => {
  anExtension();
  const { user, dialog } = await atThePasskey(language);
  await user.click(await dialog.findByText(heading));
  await user.click(dialog.getByRole('button', { name: copy }));
  const copied = await navigator.clipboard.readText();
  expect(copied.startsWith(begin)).toBe(true);
  expect(copied.split('\n')[1]).toBe('(function signWithPasskey(request, words) {');
});

test('copies the whole script, and sends its pasted result to WhatsApp', async () => {
  anExtension();
  const { server, user, dialog } = await atThePasskey();
  await user.click(await script(dialog));
  await user.click(dialog.getByRole('button', { name: 'Copy script' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain(JSON.stringify(challenge));
  expect(copied).toContain('navigator.credentials.get');
  expect(dialog.getByRole('link', { name: /^web\.whatsapp\.com/ })).toHaveAttribute('target', '_blank');
  await user.click(dialog.getByRole('textbox', { name: 'Signed answer' }));
  await user.paste(JSON.stringify(assertion));
  await user.click(dialog.getByRole('button', { name: 'Send answer' }));
  expect(await dialog.findByText('Answer sent. Waiting for WhatsApp...')).toBeVisible();
  expect(server.sent(answer)).toMatchObject([{ body: { assertion } }]);
});

test.each([
  ['', 'Paste the signed answer first.'],
  ['(function () { navigator.credentials.get() })()', 'This is the script.'],
  ['{"id":"x"}', 'This is not the complete answer.'],
  [JSON.stringify(anAssertion('b3RoZXI')), 'This answer belongs to an earlier request.'],
])('does not send %j and shows why at the field', async (text, words) => {
  inBrowser('other');
  const { server, user, dialog } = await atThePasskey();
  const field = await dialog.findByRole('textbox', { name: 'Signed answer' });
  await user.click(field);
  if (text) await user.paste(text);
  await user.click(dialog.getByRole('button', { name: 'Send answer' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(words);
  expect(field).toBeInvalid();
  expect(server.sent(answer)).toHaveLength(0);
});

test.each([
  ['phone', 'Phone and tablet browsers cannot use the WhatsApp passkey.'],
  ['other', 'It has no extension for the passkey.'],
] as const)('explains a browser of kind %s, and shows the script at once', async (kind, words) => {
  inBrowser(kind);
  anExtension(signing({ ok: true, assertion }));
  const { dialog } = await atThePasskey();
  expect(await dialog.findByText(new RegExp(`^${words}`))).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Copy script' })).toBeVisible();
  expect(dialog.queryByRole('button', signButton)).toBeNull();
  expect(dialog.queryByRole('link', { name: /^Get the extension/ })).toBeNull();
});
