import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { showPage } from '#web/testing/show-page.tsx';

import { CreateWorkspaceDialog } from './create-workspace-dialog.tsx';

/** The sidebar shows this dialog only to signed-in users. */
const Creating = () => <CreateWorkspaceDialog onClose={() => {}} onCreated={() => {}} open />;

test.each([
  ['pt', 'Nome', 'ErroUsuário não autenticado'],
  ['en', 'Name', 'ErrorUser not authenticated'],
  ['es', 'Nombre', 'ErrorUsuario no autenticado'],
] as const)(
  'does not create a workspace without a session (%s)',
  { tags: 'spec-225.1' },
  async (language, field, words) => {
    const server = aServer({ 'GET /api/auth/user': errorReply(401, 'auth.sessionExpired') });
    const user = await showPage(Creating, { at: '/dashboard', language });
    await user.type(await screen.findByRole('textbox', { name: field }), 'Praia{Enter}');
    expect(await screen.findByRole('listitem', { hidden: true })).toHaveTextContent(words);
    expect(server.sent('POST /api/workspaces')).toEqual([]);
  },
);

test('keeps the name after Back has closed the menu of the phone, until Cancel', async () => {
  aServer(anasServer());
  const { user } = await showApp('/triggers');
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    const menu = within(await screen.findByRole('dialog'));
    await user.click(await menu.findByRole('button', { name: /Casa/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Create workspace' }));
    return screen.findByRole('textbox', { name: 'Name' });
  };
  await user.type(await open(), 'Praia');
  window.history.go(-2);
  await isClosed();
  expect(await open()).toHaveValue('Praia');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  await isClosed();
  expect(await open()).toHaveValue('');
});
