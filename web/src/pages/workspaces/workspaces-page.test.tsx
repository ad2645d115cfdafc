import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { errorReply } from '#web/testing/a-server.ts';
import { home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { showPage } from '#web/testing/show-page.tsx';
import { aWorkspace, workspacesServer } from '#web/testing/workspaces-server.ts';

import { WorkspacesPage } from './workspaces-page.tsx';

type Where = { at?: string; language?: 'pt' | 'en' | 'es' };
const show = ({ at = '/workspaces', language = 'en' }: Where = {}) => showPage(WorkspacesPage, { at, language });

const beach = aWorkspace({ id: 8, name: 'Beach house' });
const flat = aWorkspace({ id: 9, name: 'Old flat', status: 'INATIVO' });
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const cellsOf = async (name: RegExp) => {
  const header = await screen.findByRole('rowheader', { name });
  return within(header.closest('tr') ?? header).getAllByRole('cell');
};
test(
  'shows name, default, status and creation date of each workspace, and which one is current',
  { tags: ['spec-130.1', 'spec-131.1', 'spec-132.1', 'spec-133.1', 'spec-134.1'] },
  async () => {
    workspacesServer(beach, flat);
    await show();
    expect(await screen.findByRole('table', { name: 'Your workspaces' })).toBeVisible();
    const columns = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(columns).toEqual(['Name', 'Default', 'Status', 'Created', 'Actions']);
    await waitFor(() => expect(names()).toEqual(['Casa Current', 'Beach house', 'Old flat']));
    const [isDefault, status, created] = await cellsOf(/Casa/);
    expect(isDefault).toHaveTextContent('Yes');
    expect(status).toHaveTextContent('Active');
    expect(created).toHaveTextContent('January 1, 2026');
    const [other, off] = await cellsOf(/Old flat/);
    expect(other).toHaveTextContent('No');
    expect(off).toHaveTextContent('Inactive');
  },
);

test('shows the creation date relative within 24 hours', { tags: 'spec-134.1' }, async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  workspacesServer({ ...beach, createdAt: hoursAgo(2.5) }, { ...flat, createdAt: hoursAgo(25) });
  await show();
  expect(await screen.findByText('2 hours ago')).toBeVisible();
  const [, , created] = await cellsOf(/Old flat/);
  expect(created).toHaveTextContent(/\w+ \d+, \d{4}$/);
});

test('shows "Never" for an invalid creation date', { tags: 'spec-134.1' }, async () => {
  workspacesServer(beach);
  vi.spyOn(Date, 'parse').mockReturnValue(Number.NaN);
  await show();
  await screen.findByRole('table');
  expect(screen.getAllByText('Never')).toHaveLength(2);
});

test.each([
  ['en', 'Workspaces', 'Create workspace', 'Search workspaces'],
  ['pt', 'Workspaces', 'Criar workspace', 'Buscar workspaces'],
  ['es', 'Espacios de trabajo', 'Crear espacio de trabajo', 'Buscar espacios de trabajo'],
] as const)(
  'shows in %s title, create button and search',
  { tags: 'spec-129.1' },
  async (language, title, create, search) => {
    workspacesServer();
    await show({ language });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByRole('button', { name: create })).toBeVisible();
    expect(await screen.findByRole('searchbox', { name: search })).toBeVisible();
  },
);

test(
  'searches any part of a name in any case, ten per page, and keeps both in the address',
  { tags: ['spec-130.1', 'spec-135.1', 'spec-226.1', 'spec-338.1'] },
  async () => {
    workspacesServer(...Array.from({ length: 11 }, (_, at) => aWorkspace({ id: 20 + at, name: `House ${at + 1}` })));
    const user = await show();
    expect(await screen.findByText('12 workspaces')).toBeVisible();
    expect(names()).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(names()).toEqual(['House 10', 'House 11']);
    expect(window.location.search).toBe('?page=2');

    await user.type(screen.getByRole('searchbox', { name: 'Search workspaces' }), 'USE 11');
    expect(names()).toEqual(['House 11']);
    expect(window.location.search).toBe('?q=USE+11');
    expect(screen.getByText('1 workspace')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();

    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No workspace matches “USE 11x”')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) ?? document.body);
    expect(names()).toHaveLength(10);
  },
);

test('shows no pages for ten workspaces', { tags: 'spec-338.2' }, async () => {
  workspacesServer(...Array.from({ length: 9 }, (_, at) => aWorkspace({ id: 20 + at, name: `House ${at + 1}` })));
  await show();
  await screen.findByRole('table');
  expect(names()).toHaveLength(10);
  expect(screen.queryByRole('navigation', { name: 'Pages of workspaces' })).toBeNull();
});

test('offers to create a workspace when the list is empty', { tags: 'spec-137.1' }, async () => {
  workspacesServer().answer('GET /api/workspaces', { json: [] });
  const user = await show();
  expect(await screen.findByText('No workspaces found')).toBeVisible();
  expect(screen.getByText(/^Create a new one/)).toBeVisible();
  const [, second] = screen.getAllByRole('button', { name: 'Create workspace' });
  await user.click(second ?? document.body);
  expect(await screen.findByRole('dialog', { name: 'Create workspace' })).toBeVisible();
});

test('retries on request when the list cannot be loaded', async () => {
  const server = workspacesServer(beach);
  server.answer('GET /api/workspaces', errorReply(500, 'server.failed'));
  const user = await show();
  expect(await screen.findByRole('alert')).toHaveTextContent('The workspaces could not be loaded.');
  server.answer('GET /api/workspaces', { json: [home, beach] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('rowheader', { name: /Beach house/ })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('shows a skeleton while the list loads, and does not claim that it is empty', async () => {
  workspacesServer().answer('GET /api/workspaces', () => new Promise(() => {}));
  await show();
  await waitFor(() => expect(document.querySelector('.animate-shimmer')).not.toBeNull());
  expect(screen.queryByText('No workspaces found')).toBeNull();
});

test('marks the page in the sidebar and sets the window title', { tags: 'spec-33.1' }, async () => {
  workspacesServer();
  await showApp('/workspaces');
  expect(await screen.findByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Workspaces', current: 'page' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Workspaces · Recado'));
});

test.each([
  { where: 'is current', at: home.id, why: 'Cannot deactivate your default workspace' },
  { where: 'is not current', at: beach.id, why: 'Cannot deactivate a workspace set as default' },
])(
  'explains on click why the default workspace cannot be deactivated when it $where',
  { tags: ['spec-217.1', 'spec-221.1', 'spec-319.1'] },
  async ({ at, why }) => {
    const server = workspacesServer(beach);
    server.answer('GET /api/workspaces/current', {
      json: { ...(at === home.id ? home : beach), workspaceToken: 'secret' },
    });
    const user = await show();
    const button = await screen.findByRole('button', { name: 'Deactivate Casa' });
    await screen.findByText('Current');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).not.toBeDisabled();
    expect(button).toHaveAccessibleDescription('Cannot delete the default workspace');
    await user.tab();
    while (document.activeElement !== button) await user.tab();
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/^Cannot delete the default workspace$/);
    await user.click(button);
    expect(await screen.findByText(why)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.sent(`PATCH /api/workspaces/${home.id}`)).toEqual([]);
  },
);

test('sends no requests per row', async () => {
  const server = workspacesServer(beach, flat);
  await show();
  await screen.findByText('Current');
  const asked = new Set(server.heard.map(({ method, path }) => `${method} ${path}`));
  expect([...asked].sort()).toEqual(['GET /api/auth/user', 'GET /api/workspaces', 'GET /api/workspaces/current']);
});

test('switches to an active workspace from its row, and keeps the list', async () => {
  const server = workspacesServer(
    aWorkspace({ id: 8, name: 'Beach house' }),
    aWorkspace({ id: 9, name: 'Beach flat', status: 'INATIVO' }),
  );
  const { user } = await showApp('/workspaces?q=beach');
  await user.click(await screen.findByRole('button', { name: 'Switch to Beach house' }));
  expect(await screen.findByRole('rowheader', { name: 'Beach house Current' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Workspace Beach house' })).toBeInTheDocument();
  expect(server.sent('POST /api/workspaces/switch').map(({ body }) => body)).toEqual([{ workspaceId: 8 }]);
  expect(await screen.findByText('Workspace switched')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Switch to Beach house' })).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(window.location.search).toBe('?q=beach');
});
