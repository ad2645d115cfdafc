import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { routes } from '#web/app/routes.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';

const dueAt = '2026-11-29T10:00:00.000Z';
const planned = { requestedAt: '2026-11-22T10:00:00.000Z', dueAt, begun: false };

function aLeavingServer(deletion: unknown = { json: planned }) {
  const server = anasServer();
  const { json: ana } = server['GET /api/auth/user'];
  return aServer({
    ...server,
    'GET /api/auth/user': { json: { ...ana, deletionDueAt: dueAt } },
    'GET /api/account/deletion': Object(deletion),
    'POST /api/account/deletion': { json: planned },
    'DELETE /api/account/deletion': { json: null },
  });
}

const banner = () => screen.findByRole('complementary', { name: /^Your account will be deleted on/ });
const bannerNow = () => screen.queryByRole('complementary');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const signedIn = routes.flatMap(({ access, path }) => (access === 'signedIn' && path !== '/account' ? [path] : []));

test.each([...signedIn, '/nowhere'])(
  'shows on %s when the account will be deleted, with a link to the page that keeps it',
  async (path) => {
    aLeavingServer();
    const { user } = await showApp(path);
    const said = await banner();
    expect(said).toHaveTextContent(/on November 29, 2026 at /);
    await user.click(within(said).getByRole('link', { name: 'See how to keep it' }));
    await heading('Your account');
    expect(await screen.findByRole('button', { name: 'Keep my account' })).toBeVisible();
    expect(bannerNow()).toBeNull();
  },
);

test.each([
  ['pt', 'Painel', 'Sua conta será excluída em 29 de novembro de 2026', 'Ver como manter'],
  ['es', 'Panel', 'Tu cuenta se eliminará el 29 de noviembre de 2026', 'Ver cómo conservarla'],
] as const)('shows the planned deletion in %s', async (language, title, says, link) => {
  aLeavingServer();
  await showApp('/dashboard', language);
  await heading(title);
  expect(await screen.findByText(new RegExp(`^${says}`))).toBeVisible();
  expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', '/account');
});

test('shows no banner when no deletion is planned', async () => {
  aServer(anasServer());
  await showApp('/dashboard');
  await heading('Dashboard');
  expect(bannerNow()).toBeNull();
});

test('shows the banner on the next page after planning a deletion, and hides it after revoking', async () => {
  const server = aServer({
    ...anasServer(),
    'POST /api/account/deletion': { json: planned },
    'DELETE /api/account/deletion': { json: null },
  });
  const { user } = await showApp('/account');
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.type(within(dialog).getByRole('textbox'), 'delete-account');
  server.answer('GET /api/account/deletion', { json: planned });
  await user.click(within(dialog).getByRole('button', { name: 'Delete my account' }));
  await screen.findByRole('button', { name: 'Keep my account' });
  await user.click(screen.getByRole('link', { name: 'Workspaces' }));
  await heading('Workspaces');
  await user.click(within(await banner()).getByRole('link'));
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  await screen.findByText('Deletion canceled');
  await user.click(screen.getByRole('link', { name: 'Workspaces' }));
  await heading('Workspaces');
  expect(bannerNow()).toBeNull();
});

test('hides the banner after a visit of the account page when the deletion was revoked elsewhere', async () => {
  aLeavingServer({ json: null });
  const { user } = await showApp('/workspaces');
  await user.click(within(await banner()).getByRole('link'));
  expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Workspaces' }));
  await heading('Workspaces');
  expect(bannerNow()).toBeNull();
});

test('lets the user keep the account even if its deletion cannot be refetched', async () => {
  const server = aLeavingServer(errorReply(503, 'server.busy'));
  const { user } = await showApp('/account');
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByText('Deletion canceled')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete my account' })).toBeVisible());
  expect(server.sent('DELETE /api/account/deletion')).toHaveLength(1);
});
