import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { setsOfAWorkspace } from '#web/api/refresh.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { showPage } from '#web/testing/show-page.tsx';
import { aWorkspace, workspacesServer } from '#web/testing/workspaces-server.ts';

import { WorkspacesPage } from './workspaces-page.tsx';

type Where = { at?: string; language?: 'pt' | 'en' | 'es' };
const show = ({ at = '/workspaces', language = 'en' }: Where = {}) => showPage(WorkspacesPage, { at, language });
const beach = aWorkspace({ id: 8, name: 'Beach house' });

async function typed(user: Awaited<ReturnType<typeof show>>, name: string, create = 'Create workspace') {
  await user.click(await screen.findByRole('button', { name: create }));
  const dialog = await screen.findByRole('dialog', { name: create });
  const field = within(dialog).getByRole('textbox');
  await waitFor(() => expect(field).toHaveFocus());
  if (name) await user.type(field, name);
  return { dialog, field, submit: () => user.click(within(dialog).getByRole('button', { name: create })) };
}

test.each([
  { name: '', language: 'en', create: 'Create workspace', said: 'Name is required' },
  { name: 'ab', language: 'en', create: 'Create workspace', said: 'Name must be at least 3 characters' },
  { name: '  a  ', language: 'pt', create: 'Criar workspace', said: 'O nome deve ter pelo menos 3 caracteres' },
  { name: 'x'.repeat(111), language: 'en', create: 'Create workspace', said: 'Name must be at most 110 characters' },
  {
    name: 'x'.repeat(111),
    language: 'es',
    create: 'Crear espacio de trabajo',
    said: 'El nombre debe tener como máximo 110 caracteres',
  },
  {
    name: 'BEACH hóuse',
    language: 'en',
    create: 'Create workspace',
    said: 'A workspace with this name already exists.',
  },
] as const)(
  'refuses the name "$name" at the field in $language, then validates while typing',
  { tags: ['spec-215.1', 'spec-215.2', 'spec-337.2'] },
  async (given) => {
    const server = workspacesServer(beach);
    const user = await show({ language: given.language });
    await screen.findByRole('table');
    const { dialog, field, submit } = await typed(user, given.name, given.create);
    expect(field).not.toHaveAttribute('aria-invalid');
    await submit();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(given.said);
    expect(field).toHaveAccessibleDescription(expect.stringContaining(given.said));
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'Sítio');
    await waitFor(() => expect(field).not.toHaveAttribute('aria-invalid'));
    expect(server.sent('POST /api/workspaces')).toEqual([]);
  },
);

test('switches to a new workspace and explains it in a dialog', { tags: ['spec-136.2', 'spec-251.1'] }, async () => {
  const server = workspacesServer(beach);
  const { user, queries } = await showApp('/workspaces?q=beach');
  await user.click(await screen.findByRole('button', { name: 'Create workspace' }));
  const form = await screen.findByRole('dialog', { name: 'Create workspace' });
  for (const path of setsOfAWorkspace) queries.setQueryData([beach.id, path, 'unused'], 'old');
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), '  Mountain   cabin {Enter}');

  const done = await screen.findByRole('dialog', { name: '“Mountain cabin” is ready' });
  expect(done).toHaveAccessibleDescription('You are now in this workspace.');
  const notes = within(done).getAllByRole('listitem');
  expect(notes.map((note) => note.textContent)).toEqual([
    expect.stringContaining('create triggers under Triggers'),
    expect.stringContaining('choose the groups that can run these triggers'),
    expect.stringContaining('menu at the top of the sidebar'),
  ]);
  expect(server.sent('POST /api/workspaces').map(({ body }) => body)).toEqual([
    { name: 'Mountain cabin', timeZone: 'UTC', userId: 'ana' },
  ]);
  expect(server.sent('POST /api/workspaces/switch').map(({ body }) => body)).toEqual([{ workspaceId: 102 }]);
  const old = setsOfAWorkspace.map((path) => queries.getQueryState([beach.id, path, 'unused'])?.isInvalidated);
  expect(old).toEqual(setsOfAWorkspace.map(() => true));
  expect(window.location.search).toBe('');

  await user.click(within(done).getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('button', { name: 'Workspace Mountain cabin' })).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: /Mountain cabin Current/ })).toBeVisible();
  const create = within(screen.getByRole('main')).getByRole('button', { name: 'Create workspace' });
  await waitFor(() => expect(create).toHaveFocus());
});

test('shows at the field that the server finds the name taken', { tags: 'spec-251.1' }, async () => {
  workspacesServer().answer(
    'POST /api/workspaces',
    errorReply(409, 'workspace.nameTaken', { fields: { name: 'workspace.nameTaken' } }),
  );
  const user = await show({ language: 'es' });
  const { dialog, field } = await typed(user, 'Playa{Enter}', 'Crear espacio de trabajo');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Ya existe un espacio de trabajo con este nombre.',
  );
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveFocus();
});

test.each([
  [
    'pt',
    'Criar workspace',
    'Mais de 50 workspaces requerem um plano ativo ou um período de teste em um deles. Veja em Assinatura.',
  ],
  [
    'en',
    'Create workspace',
    'More than 50 workspaces require an active plan or trial in one of them. See Subscription.',
  ],
  [
    'es',
    'Crear espacio de trabajo',
    'Más de 50 espacios de trabajo requieren un plan activo o un período de prueba en uno de ellos. Consulta Suscripción.',
  ],
] as const)('explains the limit of 50 workspaces correctly for a past-due plan (%s)', async (language, name, text) => {
  workspacesServer().answer('POST /api/workspaces', errorReply(409, 'workspace.limitReached'));
  const user = await show({ language });
  const { dialog } = await typed(user, 'Playa{Enter}', name);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(text);
});

test.each([
  ['pt', 'Criar workspace', 'Erro ao incluir workspace'],
  ['en', 'Create workspace', 'Error creating workspace'],
  ['es', 'Crear espacio de trabajo', 'Error al crear el espacio de trabajo'],
] as const)(
  'shows any other failure in %s above the form, which stays open',
  { tags: 'spec-319.1' },
  async (language, create, title) => {
    workspacesServer().answer('POST /api/workspaces', errorReply(503, 'server.busy'));
    const user = await show({ language });
    const { dialog, field } = await typed(user, 'Sítio{Enter}', create);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(title);
    expect(field).toHaveValue('Sítio');
  },
);

test('shows a reply that cannot be parsed as an unexpected error', { tags: 'spec-319.1' }, async () => {
  // The reply lacks a field, which is logged.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  workspacesServer().answer('POST /api/workspaces', { status: 201, json: { id: 'no number' } });
  const user = await show();
  const { dialog } = await typed(user, 'Cabin{Enter}');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Error creating workspaceSomething went wrong. Try again shortly.',
  );
});

test('does not create a workspace without a signed-in user', { tags: 'spec-225.1' }, async () => {
  const server = workspacesServer();
  server.answer('GET /api/auth/user', errorReply(500, 'server.failed'));
  const user = await show({ language: 'pt' });
  const { dialog } = await typed(user, 'Sítio{Enter}', 'Criar workspace');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Usuário não autenticado');
  expect(server.sent('POST /api/workspaces')).toEqual([]);
});

test('keeps the new workspace when only the switch fails, and shows which one is current', async () => {
  const server = workspacesServer();
  server.answer('POST /api/workspaces/switch', errorReply(503, 'server.busy'));
  const user = await show();
  await typed(user, 'Cabin{Enter}');
  const done = await screen.findByRole('dialog', { name: '“Cabin” is ready' });
  expect(done).toHaveAccessibleDescription(/still in your previous workspace/);
  expect(within(done).queryByRole('link')).toBeNull();
  await user.click(within(done).getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('rowheader', { name: 'Cabin' })).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'Casa Current' })).toBeVisible();
});

test('opens the new workspace from the dialog when only the first switch fails', async () => {
  const server = workspacesServer();
  const switching = 'POST /api/workspaces/switch';
  server.answer(switching, errorReply(503, 'server.busy'));
  const user = await show();
  await typed(user, 'Cabin{Enter}');
  const done = await screen.findByRole('dialog', { name: '“Cabin” is ready' });
  const cabin = { ...home, id: 101, name: 'Cabin', defaultWorkspace: false };
  server.answer(switching, { json: { id: cabin.id, name: cabin.name } });
  server.answer('GET /api/workspaces/current', { json: cabin });
  await user.click(within(done).getByRole('button', { name: 'Open workspace' }));
  expect(await within(done).findByRole('link', { name: 'Link Amazon account' })).toBeVisible();
  expect(done).toHaveAccessibleDescription('You are now in this workspace.');
  expect(server.sent(switching).map(({ body }) => body)).toEqual([{ workspaceId: 101 }, { workspaceId: 101 }]);
});

test.each([
  ['en', 'Create workspace', 'Link Amazon account'],
  ['pt', 'Criar workspace', 'Vincular conta Amazon'],
  ['es', 'Crear espacio de trabajo', 'Vincular cuenta de Amazon'],
] as const)('leads in %s from a new workspace to its Amazon account', async (language, create, link) => {
  workspacesServer();
  const user = await show({ language });
  await typed(user, 'Sítio{Enter}', create);
  await user.click(await screen.findByRole('link', { name: link }));
  expect(window.location.pathname + window.location.search).toBe('/amazon-auth?id=101');
});
