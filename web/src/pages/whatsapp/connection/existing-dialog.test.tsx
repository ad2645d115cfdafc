import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { showPage } from '#web/testing/show-page.tsx';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';
import { availableFor } from './use-sharing.ts';

const { available, connect, current, unlink } = numberCalls;
const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(WhatsAppPage, { at: '/whatsapp', language });
const beach = { id: 5, contactName: 'Ana', workspaceName: 'Casa da praia', workspaceId: 8 };
const nameless = { id: 6, contactName: null, workspaceName: '', workspaceId: 9 };
const shared = aNumber('CONNECTED', { referencedInstanceId: 5 });

afterEach(() => vi.useRealTimers());

async function opened(language: 'pt' | 'en' | 'es' = 'en', button = 'Use Existing') {
  const user = await show(language);
  await user.click(await screen.findByRole('button', { name: button }));
  return { user, open: within(await screen.findByRole('dialog')) };
}

test.each([
  ['en', 'Use Existing', 'Contact · Workspace 9'],
  ['pt', 'Usar existente', 'Contato · Workspace 9'],
  ['es', 'Usar existente', 'Contacto · Espacio de trabajo 9'],
] as const)(
  'names the choices in %s by contact and workspace',
  { tags: 'spec-115.1' },
  async (language, button, standIn) => {
    whatsAppServer().answer(available, { json: [beach, nameless] });
    const { open } = await opened(language, button);
    const options = await open.findAllByRole('option', { hidden: false });
    expect(options.slice(1).map(({ textContent }) => textContent)).toEqual(['Ana · Casa da praia', standIn]);
  },
);

test('shares nothing before a choice is made', { tags: 'spec-116.1' }, async () => {
  const server = whatsAppServer();
  server.answer(available, { json: [beach] });
  const { user, open } = await opened();
  const use = open.getByRole('button', { name: 'Use shared connection' });
  await open.findByRole('combobox', { name: 'Connection' });
  expect(use).toHaveAttribute('aria-disabled', 'true');
  await user.click(use);
  expect(server.sent(connect)).toHaveLength(0);
});

test(
  'shares the chosen connection, refetches the number and shows it',
  { tags: ['spec-116.1', 'spec-204.1', 'spec-204.2', 'spec-269.1'] },
  async () => {
    const server = whatsAppServer();
    server.answer(available, { json: [beach] });
    server.answer(connect, () => {
      server.answer(current, currentIs(shared, 'Casa da praia'));
      return { json: shared };
    });
    const { user, open } = await opened();
    await user.selectOptions(await open.findByRole('combobox', { name: 'Connection' }), '5');
    await user.click(open.getByRole('button', { name: 'Use shared connection' }));
    expect(await screen.findByText('Connection shared')).toBeVisible();
    expect(server.sent(connect)).toMatchObject([{ body: { referenceInstanceId: 5 } }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Shared from “Casa da praia”')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Select group' })).toHaveFocus());
  },
);

test('focuses the next step only after sharing, not when a number connects later', async () => {
  const server = whatsAppServer();
  server.answer(available, { json: [beach] });
  server.answer(connect, () => {
    server.answer(current, currentIs(shared, 'Casa da praia'));
    return { json: shared };
  });
  const { queries, user } = await showApp('/whatsapp');
  await user.click(await screen.findByRole('button', { name: 'Use Existing' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Connection' }), '5');
  await user.click(screen.getByRole('button', { name: 'Use shared connection' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Select group' })).toHaveFocus());

  server.answer(unlink, () => {
    server.answer(current, currentIs(aNumber('DISCONNECTED')));
    return {};
  });
  await user.click(screen.getByRole('button', { name: 'Unlink' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Unlink' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Connect WhatsApp' })).toHaveFocus());

  server.answer(current, currentIs(aNumber('CONNECTED')));
  await act(() => queries.invalidateQueries());
  expect(await screen.findByRole('button', { name: 'Select group' })).not.toHaveFocus();
});

test('shows a failure when the shared number is not connected', { tags: ['spec-204.3', 'spec-325.1'] }, async () => {
  const server = whatsAppServer();
  server.answer(available, { json: [beach] });
  server.answer(connect, () => {
    server.answer(current, currentIs(aNumber('LOST', { referencedInstanceId: 5 }), 'Casa da praia'));
    return { json: shared };
  });
  const { user, open } = await opened();
  await user.selectOptions(await open.findByRole('combobox', { name: 'Connection' }), '5');
  await user.click(open.getByRole('button', { name: 'Use shared connection' }));
  expect(await open.findByRole('alert')).toHaveTextContent('Connection failed');
  expect(screen.queryByText('Connection shared')).toBeNull();
});

test.each(['instance.notShareable', 'instance.alreadyConnected', 'workspace.planRequired'])(
  'shows a 409 %s in the dialog, which stays open',
  { tags: 'spec-325.1' },
  async (key) => {
    const server = whatsAppServer();
    server.answer(available, { json: [beach] });
    server.answer(connect, errorReply(409, key));
    const { user, open } = await opened();
    await user.selectOptions(await open.findByRole('combobox', { name: 'Connection' }), '5');
    await user.click(open.getByRole('button', { name: 'Use shared connection' }));
    expect(await open.findByRole('alert')).toHaveTextContent(/^Connection failed: \w/);
    expect(open.getByRole('combobox')).toBeInvalid();
  },
);

test(
  'shows that connections are loading, and what is needed when there are none',
  { tags: ['spec-117.1', 'spec-118.1'] },
  async () => {
    let answer = (_: { json: unknown }) => {};
    whatsAppServer().answer(available, () => new Promise((resolve) => (answer = resolve)));
    const { open } = await opened();
    expect(await open.findByText('Loading connections...')).toBeVisible();
    answer({ json: [] });
    expect(await open.findByText('No connection available for sharing')).toBeVisible();
    expect(open.getByText('You need at least one active connection in another workspace.')).toBeVisible();
  },
);

test('offers to connect a number when none can be shared', async () => {
  const server = whatsAppServer();
  server.answer(available, { json: [] });
  const { user, open } = await opened();
  await user.click(await open.findByRole('button', { name: 'Connect WhatsApp' }));
  expect(await screen.findByRole('dialog', { name: 'Connect WhatsApp' })).toBeVisible();
  expect(screen.queryByText('No connection available for sharing')).toBeNull();
  expect(server.sent(connect)).toMatchObject([{ body: {} }]);
});

test('retries on request when the connections cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = whatsAppServer();
  server.answer(available, errorReply(503, 'server.busy'));
  const { user, open } = await opened();
  expect(await open.findByRole('alert')).toHaveTextContent('The connections could not be loaded.');
  server.answer(available, { json: [beach] });
  await user.click(open.getByRole('button', { name: 'Try again' }));
  expect(await open.findByRole('combobox', { name: 'Connection' })).toBeVisible();
});

test('reuses a list of connections for a minute', { tags: ['spec-268.1', 'spec-342.6'] }, async () => {
  const server = whatsAppServer();
  server.answer(available, { json: [beach] });
  const { user, open } = await opened();
  await open.findByRole('combobox');
  const again = async () => {
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Use Existing' }));
    await screen.findByRole('combobox');
  };
  const before = server.sent(available).length;
  const opening = Date.now();
  vi.setSystemTime(opening + availableFor - 5_000);
  await again();
  expect(server.sent(available)).toHaveLength(before);
  vi.setSystemTime(opening + availableFor + 5_000);
  await again();
  await waitFor(() => expect(server.sent(available).length).toBeGreaterThan(before));
});
