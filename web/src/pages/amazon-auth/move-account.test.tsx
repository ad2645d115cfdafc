import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { watchDepartures } from '#web/testing/departures.ts';
import { anAccount, anasServer, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { AmazonAuthPage } from './amazon-auth-page.tsx';

const moves = {
  en: { open: 'Move it here', word: 'move-account', go: 'Move account', out: /^Sign out of Amazon/ },
  pt: { open: 'Mover para cá', word: 'mover-conta', go: 'Mover conta', out: /^Sair da conta na Amazon/ },
  es: { open: 'Mover aquí', word: 'mover-cuenta', go: 'Mover cuenta', out: /^Cerrar sesión en Amazon/ },
} as const;

const pageToken = 'token-of-this-page';

test.each([
  ['en', 'true', /move to “Casa”.*“Praia” immediately loses:.*webhook URLs stop working.*in Alexa.*WhatsApp/],
  ['en', 'false', /move to “Casa”.*The other workspace immediately loses:.*We notify the owner of that workspace/],
  ['pt', 'false', /passam para “Casa”.*O outro workspace perde na hora:.*Avisamos o dono desse workspace/],
  ['es', 'false', /pasan a “Casa”.*El otro espacio de trabajo pierde de inmediato:.*Avisamos al propietario/],
] as const)('moves in %s an account in use (own: %s) after signing out and typing the word', async (...given) => {
  const [language, own, loses] = given;
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': { json: anAccount('notLinked', { pageToken }) },
    'GET /api/workspaces': { json: [home, { ...home, id: 9, name: 'Praia' }] },
  });
  const departures = watchDepartures();
  const query = `error=amazonAuth.accountInUseModal.title&isCurrentUserWorkspace=${own}&workspaceName=Praia`;
  const user = await showPage(AmazonAuthPage, { at: `/amazon-auth?${query}`, language });
  const { open, word, go, out } = moves[language];
  const inUse = within(await screen.findByRole('dialog'));
  await user.click(await inUse.findByRole('button', { name: open }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent(loses);
  expect(dialog).not.toHaveTextContent(own === 'true' ? 'The other workspace' : 'Praia');
  const signOut = await within(dialog).findByRole('link', { name: out });
  expect(signOut).toHaveAttribute('href', 'https://www.amazon.com/gp/flex/sign-out.html?action=sign-out');
  expect(signOut).toHaveAttribute('target', '_blank');
  expect(signOut).toHaveFocus();

  const button = within(dialog).getByRole('button', { name: go });
  await user.click(button);
  await user.type(within(dialog).getByRole('textbox'), 'move{Enter}');
  expect(departures).toEqual([]);
  await user.clear(within(dialog).getByRole('textbox'));
  await user.type(within(dialog).getByRole('textbox'), word);
  await user.click(button);
  expect(departures).toHaveLength(1);
  const { pathname, searchParams } = new URL(departures[0] ?? '', 'https://recado.example');
  expect(pathname).toBe('/api/auth/amazon');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    move: pageToken,
    workspace: String(home.id),
    force_login: 'true',
  });
  expect(searchParams.has('login_hint')).toBe(false);
});

test('returns to the first dialog on Cancel', async () => {
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notLinked') } });
  const query = 'error=amazonAuth.accountInUseModal.title&isCurrentUserWorkspace=false';
  const user = await showPage(AmazonAuthPage, { at: `/amazon-auth?${query}` });
  await user.click(await screen.findByRole('button', { name: 'Move it here' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('already linked to another workspace');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
