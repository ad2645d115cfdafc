import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aLinkedGroup, aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

const { unlink, current, groups, connect, logged } = numberCalls;
const two = [aLinkedGroup(1, 'Família'), aLinkedGroup(2, 'Praia')];
const own = aNumber('CONNECTED');
const shared = aNumber('CONNECTED', { referencedInstanceId: 5 });

async function asked(button: string) {
  const user = await showPage(WhatsAppPage, { at: '/whatsapp' });
  await screen.findAllByRole('rowheader');
  await user.click(await screen.findByRole('button', { name: button }));
  return { user, question: within(await screen.findByRole('alertdialog')) };
}

function goes(server: ReturnType<typeof whatsAppServer>) {
  server.answer(unlink, () => {
    server.answer(current, currentIs(aNumber('DISCONNECTED')));
    server.answer(groups, { json: [] });
    return {};
  });
}

test.each([
  [
    'Disconnect',
    own,
    'Disconnect WhatsApp?',
    /^2 linked groups are removed here.*share this number lose it/,
    'WhatsApp disconnected',
  ],
  ['Unlink', shared, 'Unlink this number?', '2 linked groups are removed here.', 'Number unlinked'],
] as const)(
  'asks before "%s", names the losses, and then removes the number and its groups',
  { tags: ['spec-203.1', 'spec-274.1'] },
  async (verb, instance, title, lost, done) => {
    const server = whatsAppServer({ instance, from: 'Casa da praia', groups: two });
    goes(server);
    const { user, question } = await asked(verb);
    expect(screen.getByRole('alertdialog', { name: title })).toBeVisible();
    expect(question.getByText(lost)).toBeVisible();
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(question.getByRole('button', { name: verb }));
    expect(await screen.findByText(done)).toBeVisible();
    expect(server.sent(unlink)).toMatchObject([{ body: undefined, query: '' }]);
    expect(screen.queryByRole('table')).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Connect WhatsApp' })).toHaveFocus());
  },
);

test('keeps the number on Cancel', async () => {
  const server = whatsAppServer({ instance: own, groups: two });
  const { user, question } = await asked('Disconnect');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.sent(unlink)).toHaveLength(0);
});

test.each([
  ['Disconnect', own, 'Failed to disconnect WhatsApp'],
  ['Unlink', shared, 'Failed to unlink instance'],
] as const)(
  'keeps everything and shows the error when "%s" fails',
  { tags: ['spec-324.1', 'spec-324.2'] },
  async (verb, instance, words) => {
    const server = whatsAppServer({ instance, groups: two });
    server.answer(unlink, errorReply(503, 'whatsapp.unavailable'));
    const { user, question } = await asked(verb);
    await user.click(question.getByRole('button', { name: verb }));
    const toast = (await screen.findByText(words)).closest('li');
    expect(toast).toHaveTextContent(`${words}WhatsApp is not responding.`);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('rowheader', { name: 'Família' })).toBeVisible();
  },
);

test('asks before replacing a lost number, and lets the server end it', async () => {
  const server = whatsAppServer({ instance: aNumber('LOST'), groups: two });
  const { user, question } = await asked('Connect WhatsApp');
  expect(question.getByText(/removes its linked groups/)).toBeVisible();
  expect(server.sent(connect)).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Connect again' }));
  expect(await screen.findByRole('dialog', { name: 'Connect WhatsApp' })).toBeVisible();
  await waitFor(() => expect(server.sent(connect)).toHaveLength(1));
  expect(server.sent(unlink)).toHaveLength(0);
});

test('reconnects a lost number that has returned, and keeps its groups', async () => {
  const server = whatsAppServer({ instance: aNumber('LOST'), groups: two });
  server.answer(connect, { json: aNumber('CONNECTED') });
  server.answer(logged, { json: { logged: true, chipStatus: 'CONNECTED' } });
  const { user, question } = await asked('Connect WhatsApp');
  server.answer(current, currentIs(own));
  await user.click(question.getByRole('button', { name: 'Connect again' }));
  expect(await screen.findByRole('button', { name: 'Disconnect' })).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'Família' })).toBeVisible();
  expect(server.sent(unlink)).toHaveLength(0);
});

test('shows that the groups of the lost number are gone when the pairing is cancelled', async () => {
  const server = whatsAppServer({ instance: aNumber('LOST'), groups: two });
  goes(server);
  const { user, question } = await asked('Connect WhatsApp');
  await user.click(question.getByRole('button', { name: 'Connect again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect WhatsApp' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('Família')).toBeNull());
  expect(server.sent(unlink)).toMatchObject([{ query: '?onlyPairing=true' }]);
});

test('stops sharing a lost number of another workspace before connecting', async () => {
  const server = whatsAppServer({ instance: aNumber('LOST', { referencedInstanceId: 5 }), groups: two });
  goes(server);
  const { user, question } = await asked('Connect WhatsApp');
  await user.click(question.getByRole('button', { name: 'Connect again' }));
  await waitFor(() => expect(server.sent(connect)).toHaveLength(1));
  const calls = server.heard.map(({ method, path }) => `${method} ${path}`);
  expect(calls.findIndex((call) => call.startsWith('DELETE'))).toBeGreaterThan(-1);
  expect(calls.findIndex((call) => call.startsWith('DELETE'))).toBeLessThan(
    calls.findIndex((call) => call.endsWith('/connect')),
  );
});

test('moves the focus from the question to the dialog, and back to the button afterwards', async () => {
  const server = whatsAppServer({ instance: aNumber('LOST'), groups: two });
  goes(server);
  const { user, question } = await asked('Connect WhatsApp');
  await user.click(question.getByRole('button', { name: 'Connect again' }));
  const dialog = await screen.findByRole('dialog', { name: 'Connect WhatsApp' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(dialog).toContainElement(document.querySelector<HTMLElement>(':focus')));
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByText('Família')).toBeNull());
  expect(screen.getByRole('button', { name: 'Connect WhatsApp' })).toHaveFocus();
});

test('gives up a lost number before sharing another one', async () => {
  const server = whatsAppServer({ instance: aNumber('LOST', { referencedInstanceId: 5 }), groups: two });
  goes(server);
  const { user, question } = await asked('Use Existing');
  expect(question.getByText(/stops using the shared number/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Connect again' }));
  expect(await screen.findByRole('dialog', { name: 'Use an existing connection' })).toBeVisible();
  expect(server.sent(unlink)).toHaveLength(1);
});
