import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aLinkedGroup, aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { refused } from '#web/testing/a-server.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { pass, until } from '#web/testing/stopped-clock.ts';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.useRealTimers());

const { check, reportLoss, current, groups } = numberCalls;
const lost = 'The connection was lost. Please reconnect.';

async function show() {
  await showPage(WhatsAppPage, { at: '/whatsapp' });
  await until(() => screen.getByRole('heading', { name: 'Connection' }));
}

function serverThatLost(groupsDeleted: boolean) {
  const server = whatsAppServer({ instance: aNumber('CONNECTED'), groups: [aLinkedGroup(1, 'Família')] });
  server.answer(check, { json: { connected: false } });
  server.answer(reportLoss, () => {
    server.answer(current, currentIs(aNumber(groupsDeleted ? 'DISCONNECTED' : 'LOST')));
    return { json: { groupsDeleted } };
  });
  return server;
}

test('a connected number is looked at once per visit, never polled', { tags: 'spec-199.1' }, async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED') });
  await show();
  await pass(10 * 60_000);
  expect(server.sent(check)).toHaveLength(1);
  expect(server.sent(reportLoss)).toHaveLength(0);
});

test.each([
  [true, 1],
  [false, 0],
])(
  'a lost connection is removed and shown; groups are loaded again when they were deleted (%s)',
  { tags: ['spec-199.1', 'spec-200.1', 'spec-201.1', 'spec-273.1'] },
  async (went, times) => {
    const server = serverThatLost(went);
    await show();
    const [numbersBefore, groupsBefore] = [server.sent(current).length, server.sent(groups).length];
    await until(() => expect(screen.getByText(lost)).toBeVisible());
    expect(server.sent(reportLoss)).toHaveLength(1);
    expect(server.sent(current)).toHaveLength(numbersBefore + 1);
    expect(server.sent(groups)).toHaveLength(groupsBefore + times);
    expect(screen.getByRole('listitem')).toHaveTextContent('WhatsApp Disconnected');
    await until(() => expect(screen.getByRole('button', { name: 'Connect WhatsApp' })).toBeVisible());
  },
);

test.each([
  ['503', refused(503, 'whatsapp.unavailable')],
  ['404', refused(404, 'instance.notFound')],
  ['an answer that makes no sense', { json: 'what?' }],
])(
  'a check that ends in %s counts as not connected, with a warning for developers',
  { tags: ['spec-272.1', 'spec-328.1'] },
  async (_, answer) => {
    const server = serverThatLost(false);
    server.answer(check, answer);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await show();
    await until(() => expect(server.sent(reportLoss)).toHaveLength(1));
    expect(screen.queryByText('Error')).toBeNull();
    expect(warned).toHaveBeenCalledWith('[recado] connection not checked', expect.anything());
  },
);

test('no answer at all says nothing about the connection', async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED') });
  server.answer(check, () => Promise.reject(new TypeError('offline')));
  await show();
  await pass(60_000);
  expect(server.sent(check)).toHaveLength(1);
  expect(server.sent(reportLoss)).toHaveLength(0);
  expect(screen.queryByText(lost)).toBeNull();
});

test('a connection that the server finds after all is not called lost', async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED') });
  server.answer(check, { json: { connected: false } });
  server.answer(reportLoss, { json: { groupsDeleted: false } });
  await show();
  await until(() => expect(server.sent(reportLoss)).toHaveLength(1));
  await pass(1_000);
  expect(screen.queryByText(lost)).toBeNull();
  expect(screen.getByRole('button', { name: 'Disconnect' })).toBeVisible();
});

test.each(['DISCONNECTED', 'WAITING_QR', 'LOST'] as const)('a number that is %s is not looked at', async (status) => {
  const server = whatsAppServer({ instance: aNumber(status) });
  await show();
  await pass(60_000);
  expect(server.sent(check)).toHaveLength(0);
});

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

test('coming back to the page looks at a connected number again', async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED') });
  await show();
  await until(() => expect(server.sent(check)).toHaveLength(1));
  await pass(1_000);
  comeBack();
  await until(() => expect(server.sent(check)).toHaveLength(2));
});

test('coming back while a check still waits looks again after it, once', async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED') });
  const first = Promise.withResolvers<{ json: object }>();
  server.answer(check, () => first.promise);
  await show();
  await until(() => expect(server.sent(check)).toHaveLength(1));
  comeBack();
  comeBack();
  await pass(1_000);
  expect(server.sent(check)).toHaveLength(1);
  server.answer(check, { json: { connected: true } });
  first.resolve({ json: { connected: true } });
  await until(() => expect(server.sent(check)).toHaveLength(2));
  await pass(60_000);
  expect(server.sent(check)).toHaveLength(2);
});

test('coming back to the page reads a number again that was on its way', async () => {
  const server = whatsAppServer({ instance: aNumber('LOST') });
  await show();
  server.answer(current, currentIs(aNumber('CONNECTED')));
  comeBack();
  await until(() => expect(screen.queryByRole('button', { name: 'Connect WhatsApp' })).toBeNull());
});

test('a pairing on another page is read every 5 s, until the number is connected', async () => {
  const server = whatsAppServer({ instance: aNumber('WAITING_QR') });
  await show();
  await pass(1_000);
  const before = server.sent(current).length;
  await pass(4_900);
  expect(server.sent(current)).toHaveLength(before + 1);
  server.answer(current, currentIs(aNumber('CONNECTED')));
  await pass(5_000);
  expect(screen.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await pass(60_000);
  expect(server.sent(current)).toHaveLength(before + 2);
  expect(server.sent(check)).toEqual([]);
});

test('a number that was connected in another window shows once the person is back', async () => {
  const server = whatsAppServer({ instance: null });
  await show();
  await pass(60_000);
  expect(server.sent(current)).toHaveLength(1);
  server.answer(current, currentIs(aNumber('CONNECTED')));
  server.answer(groups, { json: [aLinkedGroup(1, 'Família')] });
  comeBack();
  await until(() => expect(screen.getByRole('button', { name: 'Disconnect' })).toBeVisible());
  await until(() => expect(screen.getByRole('rowheader', { name: 'Família' })).toBeVisible());
});
