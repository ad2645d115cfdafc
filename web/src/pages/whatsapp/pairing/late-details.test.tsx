import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { listenToFailures } from '#web/api/app-client.ts';
import { aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { pass, until } from '#web/testing/stopped-clock.ts';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const { current, picture } = numberCalls;
const nameless = aNumber('CONNECTED', { contactName: 'Nome não disponível' });
const withoutPicture = aNumber('CONNECTED', { contactPicture: null });

async function show() {
  await showPage(WhatsAppPage, { at: '/whatsapp' });
  await until(() => screen.getByRole('heading', { name: 'Connection' }));
}
const pictureShown = () => document.querySelector('main img')?.getAttribute('src');

test('requests a missing name once more after 2 s', { tags: ['spec-205.1', 'spec-342.5'] }, async () => {
  const server = whatsAppServer({ instance: nameless });
  await show();
  const before = server.sent(current).length;
  await pass(1_999);
  expect(server.sent(current)).toHaveLength(before);
  server.answer(current, currentIs(aNumber('CONNECTED')));
  await pass(1);
  expect(server.sent(current)).toHaveLength(before + 1);
  await until(() => expect(screen.getByText('Ana Souza')).toBeVisible());
});

test('does not request a name again that stays missing', { tags: 'spec-205.1' }, async () => {
  const server = whatsAppServer({ instance: nameless });
  await show();
  const before = server.sent(current).length;
  await pass(60_000);
  expect(server.sent(current)).toHaveLength(before + 1);
  expect(screen.getByText('Name not available')).toBeVisible();
});

test(
  'fetches a missing picture once after 1 s by the contact’s number',
  { tags: ['spec-206.1', 'spec-228.1', 'spec-275.1', 'spec-342.4'] },
  async () => {
    const server = whatsAppServer({ instance: withoutPicture });
    server.answer(picture, { json: { picture: 'https://pps.whatsapp.net/late.jpg' } });
    await show();
    await pass(999);
    expect(server.sent(picture)).toHaveLength(0);
    await pass(1);
    expect(server.sent(picture)).toMatchObject([{ query: '?phone=%2B5511955500001' }]);
    await until(() => expect(pictureShown()).toBe('https://pps.whatsapp.net/late.jpg'));
    await pass(60_000);
    expect(server.sent(picture)).toHaveLength(1);
  },
);

test.each([
  ['without a picture', { json: { picture: null } }],
  ['with 503', errorReply(503, 'whatsapp.unavailable')],
])('shows no message and does not retry after a reply %s', { tags: 'spec-206.2' }, async (_, answer) => {
  const server = whatsAppServer({ instance: withoutPicture });
  server.answer(picture, answer);
  await show();
  await pass(60_000);
  expect(server.sent(picture)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

test('ends the session when it has expired by the request for a picture', { tags: 'spec-173.1' }, async () => {
  const onSessionExpired = vi.fn<() => void>();
  listenToFailures({ onFailure: () => {}, onSessionExpired });
  const server = whatsAppServer({ instance: withoutPicture });
  server.answer(picture, errorReply(401, 'auth.sessionExpired'));
  await show();
  expect(onSessionExpired).not.toHaveBeenCalled();
  await pass(1_000);
  await until(() => expect(onSessionExpired).toHaveBeenCalledOnce());
});

test('aborts the request for a picture after 10 s', { tags: ['spec-206.1', 'spec-342.4'] }, async () => {
  whatsAppServer({ instance: withoutPicture });
  const waits: (AbortSignal | null | undefined)[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (!address.includes('/profile-picture')) return answer(address, init);
    waits.push(init.signal);
    return new Promise(() => {});
  });
  await show();
  await pass(1_000);
  expect(waits.map((signal) => signal?.aborted)).toEqual([false]);
  await pass(9_999);
  expect(waits.map((signal) => signal?.aborted)).toEqual([false]);
  await pass(1);
  expect(waits.map((signal) => signal?.aborted)).toEqual([true]);
});

test.each([
  ['with a picture', aNumber('CONNECTED')],
  ['without a phone', aNumber('CONNECTED', { contactPicture: null, phone: null })],
  ['that is not connected', aNumber('WAITING_QR')],
])('fetches no picture for a number %s', { tags: 'spec-228.1' }, async (_, instance) => {
  const server = whatsAppServer({ instance });
  await show();
  await pass(60_000);
  expect(server.sent(picture)).toHaveLength(0);
});
