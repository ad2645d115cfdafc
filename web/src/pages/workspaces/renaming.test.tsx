import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { late, errorReply } from '#web/testing/a-server.ts';
import { home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { showPage } from '#web/testing/show-page.tsx';
import { aWorkspace, workspacesServer } from '#web/testing/workspaces-server.ts';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { WorkspacesPage } from './workspaces-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(WorkspacesPage, { at: '/workspaces', language });
const beach = aWorkspace({ id: 8, name: 'Beach house' });
const toasts = () => toastsNow().filter(({ open }) => open);
const patch = `PATCH /api/workspaces/${beach.id}`;

async function retyped(user: Awaited<ReturnType<typeof show>>, name: string, edit = 'Edit Beach house') {
  await user.click(await screen.findByRole('button', { name: edit }));
  const field = await screen.findByRole('textbox');
  await waitFor(() => expect(field).toHaveFocus());
  await user.clear(field);
  await user.type(field, `${name}{Enter}`);
}

test(
  'shows a new name before the server replies, and returns the focus to its row',
  { tags: ['spec-135.1', 'spec-253.1'] },
  async () => {
    const server = workspacesServer(beach);
    const answer = late();
    server.answer(patch, answer.route);
    const user = await show();
    await retyped(user, '  Sea   house');
    expect(await screen.findByRole('rowheader', { name: 'Sea house' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Sea house' })).toHaveFocus());
    expect(screen.queryByText('Workspace renamed')).toBeNull();
    server.answer('GET /api/workspaces', { json: [home, { ...beach, name: 'Sea house' }] });
    answer.give({ json: { ...beach, name: 'Sea house' } });
    expect(await screen.findByText('Workspace renamed')).toBeVisible();
    expect(server.sent(patch).map(({ body }) => body)).toEqual([{ name: 'Sea house' }]);
  },
);

test('selects the whole name, so that typing replaces it', async () => {
  const server = workspacesServer(beach);
  server.answer(patch, { json: { ...beach, name: 'Sea house' } });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Edit Beach house' }));
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
  await user.keyboard('Sea house{Enter}');
  await waitFor(() => expect(server.sent(patch).map(({ body }) => body)).toEqual([{ name: 'Sea house' }]));
});

test('shows the new name of the current workspace in the selector', async () => {
  workspacesServer();
  const { user } = await showApp('/workspaces');
  await retyped(user, 'Apartamento', 'Edit Casa');
  expect(await screen.findByRole('button', { name: 'Workspace Apartamento' })).toBeInTheDocument();
  expect(await screen.findByRole('rowheader', { name: 'Apartamento Current' })).toBeVisible();
});

test.each([
  ['pt', 'Editar Beach house', 'Erro ao atualizar workspace'],
  ['en', 'Edit Beach house', 'Error updating workspace'],
  ['es', 'Editar Beach house', 'Error al actualizar el espacio de trabajo'],
] as const)('reverts a failed rename in %s and shows a toast', { tags: 'spec-319.1' }, async (language, edit, said) => {
  const server = workspacesServer(beach);
  const answer = late();
  server.answer(patch, answer.route);
  const user = await show(language);
  await retyped(user, 'Sea house', edit);
  expect(await screen.findByRole('rowheader', { name: 'Sea house' })).toBeVisible();
  answer.give(errorReply(503, 'server.busy'));
  expect(await screen.findByText(said)).toBeVisible();
  expect(await screen.findByRole('rowheader', { name: 'Beach house' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test(
  'reopens the form with the input and the reason when the server finds the name taken',
  { tags: ['spec-136.1', 'spec-253.1'] },
  async () => {
    const server = workspacesServer(beach);
    server.answer(patch, errorReply(409, 'workspace.nameTaken', { fields: { name: 'workspace.nameTaken' } }));
    const user = await show();
    await retyped(user, 'Sea house');
    const dialog = await screen.findByRole('dialog', { name: 'Edit workspace' });
    const field = within(dialog).getByRole('textbox', { name: 'Name' });
    expect(field).toHaveValue('Sea house');
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(expect.stringContaining('A workspace with this name already exists.')),
    );
    expect(toasts()).toEqual([]);
    await waitFor(() => expect(field).toHaveFocus());
    await user.type(field, 's');
    await waitFor(() => expect(field).not.toHaveAttribute('aria-invalid'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Beach house' })).toHaveFocus());
    expect(screen.getByRole('rowheader', { name: 'Beach house' })).toBeVisible();
  },
);

test.each([
  ['Ca', 'Name must be at least 3 characters'],
  ['x'.repeat(111), 'Name must be at most 110 characters'],
  ['CASA', 'A workspace with this name already exists.'],
])('refuses the name "%s" at the field', { tags: ['spec-215.1', 'spec-215.2', 'spec-337.2'] }, async (name, said) => {
  const server = workspacesServer(beach);
  const user = await show();
  await retyped(user, name);
  expect(await screen.findByRole('alert')).toHaveTextContent(said);
  expect(server.sent(patch)).toEqual([]);
});

test('neither validates nor sends an unchanged name', async () => {
  const old = aWorkspace({ id: 8, name: 'TV' });
  const server = workspacesServer(old);
  const user = await show();
  await retyped(user, 'TV', 'Edit TV');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent(patch)).toEqual([]);
});

test('accepts another spelling of the same name', async () => {
  const server = workspacesServer(beach);
  const user = await show();
  await retyped(user, 'BEACH HOUSE');
  expect(await screen.findByRole('rowheader', { name: 'BEACH HOUSE' })).toBeVisible();
  await waitFor(() => expect(server.sent(patch).map(({ body }) => body)).toEqual([{ name: 'BEACH HOUSE' }]));
});

test('keeps a dialog open that was opened while a rename was in progress', async () => {
  const server = workspacesServer(beach);
  const answer = late();
  server.answer(patch, answer.route);
  const user = await show();
  await retyped(user, 'Sea house');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Create workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create workspace' });
  answer.give({ json: { ...beach, name: 'Sea house' } });
  expect(await screen.findByText('Workspace renamed')).toBeInTheDocument();
  expect(dialog).toBeVisible();
});

test('shows a toast for a refused name while another dialog is open', async () => {
  const server = workspacesServer(beach);
  const answer = late();
  server.answer(patch, answer.route);
  const user = await show();
  await retyped(user, 'Sea house');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Create workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create workspace' });
  answer.give(errorReply(409, 'workspace.nameTaken', { fields: { name: 'workspace.nameTaken' } }));
  expect(await screen.findByText('Error updating workspace')).toBeInTheDocument();
  expect(toasts()).toMatchObject([{ description: 'A workspace with this name already exists.' }]);
  expect(dialog).toBeVisible();
});
