import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer, refused } from '#web/testing/a-server.ts';
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
    const server = aServer({ 'GET /api/auth/user': refused(401, 'auth.sessionExpired') });
    const user = await showPage(Creating, { at: '/dashboard', language });
    await user.type(await screen.findByRole('textbox', { name: field }), 'Praia{Enter}');
    expect(await screen.findByRole('listitem', { hidden: true })).toHaveTextContent(words);
    expect(server.sent('POST /api/workspaces')).toEqual([]);
  },
);
