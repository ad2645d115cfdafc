import '../pairing/pairing-dialog.tsx';
import '../pairing/pairing-calls.ts';
import './passkey-step.tsx';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { numberCalls } from '#web/testing/a-number.ts';
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

const { connect, logged, answer, confirm } = numberCalls;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function paired(chipStatus: 'PASSKEY_REQUIRED' | 'PASSKEY_CONFIRMATION', passkey: object | undefined) {
  anExtension(signing({ ok: true, assertion: anAssertion() }));
  const server = whatsAppServer();
  server.answer(logged, { json: { logged: false, chipStatus, passkey } });
  for (const call of [answer, confirm]) server.answer(call, { json: { chipStatus } });
  await showPage(WhatsAppPage, { at: '/whatsapp' });
  await until(() => screen.getByRole('button', { name: 'Connect WhatsApp' }));
  press('Connect WhatsApp');
  await until(() => expect(server.sent(logged)).toHaveLength(1), 2_000);
  return server;
}

const signs = ['Sign with passkey', 'Answer sent. Waiting for WhatsApp...'] as const;
const awaits = [undefined, 'Waiting for the request from WhatsApp...'] as const;
const compares = ['The codes match', 'Confirmed. Waiting for WhatsApp...'] as const;

test.each([
  ['a passkey request without its challenge', 'PASSKEY_REQUIRED', undefined, ...awaits],
  ['a signed passkey', 'PASSKEY_REQUIRED', { challenge: aChallenge() }, ...signs],
  ['a confirmed code', 'PASSKEY_CONFIRMATION', { code: 'K7Q2M' }, ...compares],
] as const)(
  'after %s that WhatsApp ignores for 30 s, it says so and offers a new start',
  async (_, chipStatus, passkey, button, sent) => {
    const server = await paired(chipStatus, passkey);
    if (button !== undefined) {
      await until(() => screen.getByRole('button', { name: button }));
      press(button);
    }
    await until(() => screen.getByText(sent));
    await pass(29_000);
    expect(screen.queryByText('WhatsApp is stuck')).toBeNull();
    await pass(1_000);
    expect(screen.getByText('WhatsApp is stuck')).toBeVisible();
    server.answer(logged, { json: { logged: false, chipStatus: 'WAITING_QR' } });
    press('Start again');
    await until(() => screen.getByText('Waiting for connection...'));
    expect(server.sent(connect)).toHaveLength(2);
  },
);
