import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';

const dialogOf = (name: string) => screen.findByRole('dialog', { name });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Opens the create dialog and types a name. */
async function typed(name: string) {
  const server = aServer(anasServer());
  const shown = await showApp('/triggers');
  const { user } = shown;
  const open = async () => {
    const button = await screen.findByRole('button', { name: 'Create trigger' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    await user.click(button);
    return within(await dialogOf('Create a trigger')).getByRole('textbox', { name: 'Name' });
  };
  await user.type(await open(), name);
  return { server, ...shown, open };
}

test.each([
  ['Escape', '{Escape}'],
  ['Back', undefined],
])('keeps the input after %s has closed the dialog', async (_, keys) => {
  const { user, open } = await typed('Gate');
  if (keys === undefined) window.history.back();
  else await user.keyboard(keys);
  await noDialog();
  expect(window.location.pathname).toBe('/triggers');
  expect(await open()).toHaveValue('Gate');
});

test('discards the input on Cancel', async () => {
  const { user, open } = await typed('Gate');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await noDialog();
  expect(await open()).toHaveValue('');
});

test('discards the input when the session ends', async () => {
  const { user, server, queries, open } = await typed('Gate');
  await user.keyboard('{Escape}');
  await noDialog();
  for (const call of ['GET /api/triggers', 'GET /api/auth/user'])
    server.answer(call, errorReply(401, 'auth.sessionExpired'));
  await queries.invalidateQueries();
  await screen.findByRole('heading', { level: 1, name: 'Sign in to Recado' });
  const again = anasServer();
  for (const call of ['GET /api/triggers', 'GET /api/auth/user'] as const) server.answer(call, again[call]);
  window.history.back();
  await queries.invalidateQueries();
  expect(await open()).toHaveValue('');
});
