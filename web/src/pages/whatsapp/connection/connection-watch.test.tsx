import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aLinkedGroup, aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
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

test('checks a connected number once per visit without polling', { tags: 'spec-199.1' }, async () => {
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
  'removes and shows a lost connection, and refetches the groups if they were deleted (%s)',
  { tags: ['spec-199.1', 'spec-200.1', 'spec-201.1', 'spec-273.1'] },
  async (went, times) => {
    const server = serverThatLost(went);
    await show();
    const [numbersBefore, groupsBefore] = [server.sent(current).length, server.sent(groups).length];
    await until(() => expect(screen.getByText(lost)).toBeVisible());
    expect(server.sent(reportLoss)).toHaveLength(1);
    expect(server.sent(current)).toHaveLength(numbersBefore + 1);
    expect(server.sent(groups)).toHaveLength(groupsBefore + times);
    expect(screen.getByText(lost).closest('li')).toHaveTextContent('WhatsApp Disconnected');
    await until(() => expect(screen.getByRole('button', { name: 'Connect WhatsApp' })).toBeVisible());
  },
);

test.each([
  ['503', errorReply(503, 'whatsapp.unavailable')],
  ['404', errorReply(404, 'instance.notFound')],
  ['a reply that does not match the contract', { json: 'what?' }],
])(
  'treats a check that ends in %s as disconnected, with a warning for developers',
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

test('keeps the connection when the check gets no reply', async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED') });
  server.answer(check, () => Promise.reject(new TypeError('offline')));
  await show();
  await pass(60_000);
  expect(server.sent(check)).toHaveLength(1);
  expect(server.sent(reportLoss)).toHaveLength(0);
  expect(screen.queryByText(lost)).toBeNull();
});

test('shows no loss when the server finds the connection after all', async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED') });
  server.answer(check, { json: { connected: false } });
  server.answer(reportLoss, { json: { groupsDeleted: false } });
  await show();
  await until(() => expect(server.sent(reportLoss)).toHaveLength(1));
  await pass(1_000);
  expect(screen.queryByText(lost)).toBeNull();
  expect(screen.getByRole('button', { name: 'Disconnect' })).toBeVisible();
});

test.each(['DISCONNECTED', 'WAITING_QR', 'LOST'] as const)('does not check a number that is %s', async (status) => {
  const server = whatsAppServer({ instance: aNumber(status) });
  await show();
  await pass(60_000);
  expect(server.sent(check)).toHaveLength(0);
});

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

test('checks a connected number again when the page becomes visible', async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED') });
  await show();
  await until(() => expect(server.sent(check)).toHaveLength(1));
  await pass(1_000);
  comeBack();
  await until(() => expect(server.sent(check)).toHaveLength(2));
});

test('checks once more after a pending check when the page becomes visible', async () => {
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

test('refetches a number that is not connected when the page becomes visible', async () => {
  const server = whatsAppServer({ instance: aNumber('LOST') });
  await show();
  server.answer(current, currentIs(aNumber('CONNECTED')));
  comeBack();
  await until(() => expect(screen.queryByRole('button', { name: 'Connect WhatsApp' })).toBeNull());
});

test('polls a pairing on another page every 5 s until the number is connected', async () => {
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

test('shows a number that was connected in another window when the page becomes visible', async () => {
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
