import '../pairing/pairing-dialog.tsx';
import '../pairing/pairing-calls.ts';
import '../pairing/passkey-step.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Language } from '#web/i18n/languages.ts';
import { aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { aChallenge, anAssertion } from '#web/testing/a-passkey.ts';
import { anExtension, inBrowser, signing } from '#web/testing/an-extension.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { pass, until } from '#web/testing/stopped-clock.ts';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  inBrowser('chromium');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const { connect, logged, answer, confirm, current } = numberCalls;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Milliseconds between two polls of the number. */
const pollEvery = 5_000;

const opens = { en: 'Connect WhatsApp', pt: 'Conectar WhatsApp', es: 'Conectar WhatsApp' } as const;

async function paired(
  chipStatus: 'PASSKEY_REQUIRED' | 'PASSKEY_CONFIRMATION',
  passkey: object | undefined,
  language: Language = 'en',
) {
  const server = whatsAppServer();
  server.answer(logged, { json: { logged: false, chipStatus, passkey } });
  for (const call of [answer, confirm]) server.answer(call, { json: { chipStatus } });
  await showPage(WhatsAppPage, { at: '/whatsapp', language });
  await until(() => screen.getByRole('button', { name: opens[language] }));
  press(opens[language]);
  await until(() => expect(server.sent(logged)).toHaveLength(1), 2_000);
  return server;
}

const assertion = anAssertion();

test.each([
  ['en', 'Sign with passkey', 'Answer sent. Waiting for WhatsApp...'],
  ['pt', 'Assinar com a passkey', 'Resposta enviada. Aguardando o WhatsApp...'],
  ['es', 'Firmar con la passkey', 'Respuesta enviada. Esperando a WhatsApp...'],
] as const)('signs in %s with one click, and sends the response to WhatsApp unchanged', async (...said) => {
  const [language, name, sent] = said;
  const challenge = aChallenge();
  const { asked } = anExtension(signing({ ok: true, assertion }));
  const server = await paired('PASSKEY_REQUIRED', { challenge }, language);
  await until(() => screen.getByRole('button', { name }));
  press(name);
  await until(() => expect(screen.getByText(sent)).toBeVisible());
  expect(asked.at(-1)?.message).toEqual({ type: 'waha-passkey-sign', challenge });
  expect(server.sent(answer)).toMatchObject([{ body: { assertion } }]);
  expect(screen.queryByRole('button', { name })).toBeNull();
  server.answer(logged, { json: { logged: true, chipStatus: 'CONNECTED' } });
  server.answer(current, currentIs(aNumber('CONNECTED')));
  await pass(pollEvery);
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('drops a reply of the extension that arrives after a new challenge', async () => {
  let reply = (_: unknown) => {};
  const sendMessage = (_: string, { type }: { type: string }, onReply: (answer: unknown) => void) => {
    if (type === 'waha-passkey-ping') onReply({ ok: true });
    else reply = onReply;
  };
  vi.stubGlobal('chrome', { runtime: { sendMessage } });
  const asks = (challenge: object) => ({
    json: { logged: false, chipStatus: 'PASSKEY_REQUIRED', passkey: { challenge } },
  });
  const server = await paired('PASSKEY_REQUIRED', { challenge: aChallenge() });
  await until(() => screen.getByRole('button', { name: 'Sign with passkey' }));
  press('Sign with passkey');
  await until(() => screen.getByText(/^Continue in the WhatsApp tab/));
  server.answer(logged, asks(aChallenge('YW5vdGhlcg')));
  await pass(pollEvery);
  await until(() => expect(screen.queryByText(/^Continue in the WhatsApp tab/)).toBeNull());
  reply({ ok: true, assertion });
  await until(() => expect(screen.getByRole('button', { name: 'Sign with passkey' })).toBeEnabled());
  expect(server.sent(answer)).toHaveLength(0);
});

test('shows that WhatsApp gave up the passkey, and offers to start again', async () => {
  anExtension(signing(undefined));
  const server = await paired('PASSKEY_REQUIRED', { challenge: aChallenge() });
  await until(() => screen.getByRole('dialog', { name: 'WhatsApp asks for a passkey' }));
  server.answer(logged, { json: { logged: false, chipStatus: 'DISCONNECTED', ended: 'failed' } });
  await pass(pollEvery);
  await until(() => expect(screen.getByRole('alert')).toHaveTextContent('WhatsApp did not accept the passkey'));
  server.answer(logged, { json: { logged: false, chipStatus: 'WAITING_QR' } });
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Start again' }));
  await until(() => expect(screen.getByText('Waiting for connection...')).toBeVisible());
  expect(server.sent(connect)).toHaveLength(2);
});

const signs = ['Sign with passkey', 'Answer sent. Waiting for WhatsApp...'] as const;
const awaits = [undefined, 'Waiting for the request from WhatsApp...'] as const;
const compares = ['The codes match', 'Confirmed. Waiting for WhatsApp...'] as const;

test.each([
  ['a passkey request without its challenge', 'PASSKEY_REQUIRED', undefined, ...awaits],
  ['a signed passkey', 'PASSKEY_REQUIRED', { challenge: aChallenge() }, ...signs],
  ['a confirmed code', 'PASSKEY_CONFIRMATION', { code: 'K7Q2M' }, ...compares],
] as const)(
  'shows after %s that WhatsApp ignores for 30 s a message and offers to start again',
  async (_, chipStatus, passkey, button, sent) => {
    anExtension(signing({ ok: true, assertion }));
    const server = await paired(chipStatus, passkey);
    if (button !== undefined) {
      await until(() => screen.getByRole('button', { name: button }));
      press(button);
    }
    await until(() => screen.getByText(sent));
    await pass(29_000);
    expect(screen.queryByText('WhatsApp is not responding')).toBeNull();
    await pass(1_000);
    expect(screen.getByText('WhatsApp is not responding')).toBeVisible();
    server.answer(logged, { json: { logged: false, chipStatus: 'WAITING_QR' } });
    press('Start again');
    await until(() => screen.getByText('Waiting for connection...'));
    expect(server.sent(connect)).toHaveLength(2);
  },
);
