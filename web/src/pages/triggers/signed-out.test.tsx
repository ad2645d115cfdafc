import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { CreateDialog } from './form/create-dialog.tsx';
import { useTriggerChanges } from './use-trigger-changes.ts';

/** The page shows the dialog only to signed-in users. */
function Creating() {
  const changes = useTriggerChanges(home.id, () => undefined);
  const about = { workspaceId: home.id, addressOf: async () => '', skillActive: true };
  const page = { ...about, changes, onCopyRefused: () => {}, show: () => {} };
  return <CreateDialog onClose={() => {}} open page={page} />;
}

test.each([
  ['pt', 'Nome', 'Criar gatilho', 'Usuário não autenticado'],
  ['en', 'Name', 'Create trigger', 'User not authenticated'],
  ['es', 'Nombre', 'Crear disparador', 'Usuario no autenticado'],
] as const)(
  'does not create a trigger without a session (%s)',
  { tags: 'spec-225.1' },
  async (language, field, create, words) => {
    const server = aServer({ 'GET /api/auth/user': errorReply(401, 'auth.sessionExpired') });
    await loadPageTexts(['trigger-dialogs']);
    const user = await showPage(Creating, { at: '/triggers', language });
    await user.type(await screen.findByRole('textbox', { name: field }), 'Boa noite');
    await user.click(screen.getByRole('button', { name: create }));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(server.sent('POST /api/triggers')).toEqual([]);
  },
);
