import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { late, refused } from '#web/testing/a-server.ts';
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
  'a new name shows at once, before the server has answered, and the focus is back on its row',
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

test('renaming starts in the name, with all of it selected, so that typing replaces it', async () => {
  const server = workspacesServer(beach);
  server.answer(patch, { json: { ...beach, name: 'Sea house' } });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Edit Beach house' }));
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
  await user.keyboard('Sea house{Enter}');
  await waitFor(() => expect(server.sent(patch).map(({ body }) => body)).toEqual([{ name: 'Sea house' }]));
});

test('the selector knows the new name of the current workspace', async () => {
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
] as const)(
  'in %s a rename that fails goes back, and says so',
  { tags: 'spec-319.1' },
  async (language, edit, said) => {
    const server = workspacesServer(beach);
    const answer = late();
    server.answer(patch, answer.route);
    const user = await show(language);
    await retyped(user, 'Sea house', edit);
    expect(await screen.findByRole('rowheader', { name: 'Sea house' })).toBeVisible();
    answer.give(refused(503, 'server.busy'));
    expect(await screen.findByText(said)).toBeVisible();
    expect(await screen.findByRole('rowheader', { name: 'Beach house' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test(
  'a name that the server finds taken brings the form back, with what was typed and why not',
  { tags: ['spec-136.1', 'spec-253.1'] },
  async () => {
    const server = workspacesServer(beach);
    server.answer(patch, refused(409, 'workspace.nameTaken', { fields: { name: 'workspace.nameTaken' } }));
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
])(
  'the name "%s" is refused at the field',
  { tags: ['spec-215.1', 'spec-215.2', 'spec-337.2'] },
  async (name, said) => {
    const server = workspacesServer(beach);
    const user = await show();
    await retyped(user, name);
    expect(await screen.findByRole('alert')).toHaveTextContent(said);
    expect(server.sent(patch)).toEqual([]);
  },
);

test('a name that stays is not looked at again, nor sent', async () => {
  const old = aWorkspace({ id: 8, name: 'TV' });
  const server = workspacesServer(old);
  const user = await show();
  await retyped(user, 'TV', 'Edit TV');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent(patch)).toEqual([]);
});

test('other spelling of the own name is another name, and no clash', async () => {
  const server = workspacesServer(beach);
  const user = await show();
  await retyped(user, 'BEACH HOUSE');
  expect(await screen.findByRole('rowheader', { name: 'BEACH HOUSE' })).toBeVisible();
  await waitFor(() => expect(server.sent(patch).map(({ body }) => body)).toEqual([{ name: 'BEACH HOUSE' }]));
});

test('while one name is on its way another dialog may open, and a late answer leaves it open', async () => {
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

test('a name that is refused when another dialog is open is said in a toast', async () => {
  const server = workspacesServer(beach);
  const answer = late();
  server.answer(patch, answer.route);
  const user = await show();
  await retyped(user, 'Sea house');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Create workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create workspace' });
  answer.give(refused(409, 'workspace.nameTaken', { fields: { name: 'workspace.nameTaken' } }));
  expect(await screen.findByText('Error updating workspace')).toBeInTheDocument();
  expect(toasts()).toMatchObject([{ description: 'A workspace with this name already exists.' }]);
  expect(dialog).toBeVisible();
});
