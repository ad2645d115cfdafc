import './pairing-dialog.tsx';
import './pairing-calls.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { pass, until } from '#web/testing/stopped-clock.ts';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const { connect, qrCode, logged, unlink, current } = numberCalls;

async function withCode() {
  const server = whatsAppServer();
  let answer = (_: { json: unknown }) => {};
  server.answer(qrCode, () => new Promise((resolve) => (answer = resolve)));
  await showPage(WhatsAppPage, { at: '/whatsapp' });
  await until(() => screen.getByRole('button', { name: 'Connect WhatsApp' }));
  fireEvent.click(screen.getByRole('button', { name: 'Connect WhatsApp' }));
  await until(() => expect(server.sent(qrCode)).toHaveLength(1));
  await until(() => expect(screen.getByText('Generating QR code...')).toBeVisible());
  answer({ json: { qrcode: 'Zmlyc3Q=' } });
  await pass(0);
  return server;
}

test(
  'polls the status 500 ms after the code and then every 5 s',
  { tags: ['spec-195.2', 'spec-195.3', 'spec-269.1', 'spec-342.1', 'spec-342.3'] },
  async () => {
    const server = await withCode();
    expect(server.sent(connect)).toMatchObject([{ body: {} }]);
    await pass(499);
    expect(server.sent(logged)).toHaveLength(0);
    await pass(1);
    expect(server.sent(logged)).toHaveLength(1);
    await pass(4_999);
    expect(server.sent(logged)).toHaveLength(1);
    await pass(1);
    expect(server.sent(logged)).toHaveLength(2);
    expect(screen.getByText('Waiting for connection...')).toBeVisible();
  },
);

test('polls 8 s after a transient failure', { tags: ['spec-198.2', 'spec-342.2'] }, async () => {
  const server = await withCode();
  server.answer(logged, errorReply(503, 'whatsapp.unavailable'));
  await pass(500);
  expect(server.sent(logged)).toHaveLength(1);
  await pass(7_999);
  expect(server.sent(logged)).toHaveLength(1);
  await pass(1);
  expect(server.sent(logged)).toHaveLength(2);
  expect(screen.getByText('Waiting for connection...')).toBeVisible();
});

test('polls in a hidden tab, because the user is looking at the phone', async () => {
  const server = await withCode();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(5_500);
  expect(server.sent(logged)).toHaveLength(2);
});

test(
  'closes the dialog, updates the page and stops polling when connected',
  { tags: ['spec-196.1', 'spec-196.2', 'spec-271.1'] },
  async () => {
    const server = await withCode();
    server.answer(logged, { json: { logged: true, chipStatus: 'CONNECTED' } });
    server.answer(current, currentIs(aNumber('CONNECTED')));
    await pass(500);
    await until(() => expect(screen.getByRole('listitem')).toHaveTextContent('WhatsApp connected'));
    await until(() => expect(screen.getByText('Ana Souza')).toBeVisible());
    await pass(60_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.sent(logged)).toHaveLength(1);
    expect(server.sent(unlink)).toHaveLength(0);
  },
);

test('stops polling and removes the session when the dialog is closed', { tags: 'spec-197.1' }, async () => {
  const server = await withCode();
  await pass(500);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await until(() => expect(server.sent(unlink)).toHaveLength(1));
  await pass(60_000);
  expect(server.sent(logged)).toHaveLength(1);
});

test('stops polling and removes the session when the user leaves the page', { tags: 'spec-197.1' }, async () => {
  const server = await withCode();
  await pass(500);
  cleanup();
  await until(() => expect(server.sent(unlink)).toHaveLength(1));
  await pass(60_000);
  expect(server.sent(logged)).toHaveLength(1);
});

test.each([404, 500])(
  'stops polling after a failure with %i and offers to retry',
  { tags: 'spec-198.1' },
  async (status) => {
    const server = await withCode();
    server.answer(logged, errorReply(status, status === 404 ? 'instance.notFound' : 'server.failed'));
    await pass(500);
    await until(() => expect(screen.getByRole('alert')).toHaveTextContent('The number was not connected'));
    await pass(60_000);
    expect(server.sent(logged)).toHaveLength(1);
    server.answer(qrCode, { json: { qrcode: 'c2Vjb25k' } });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await until(() => expect(screen.getByText('Waiting for connection...')).toBeVisible());
    expect(server.sent(connect)).toHaveLength(2);
  },
);
