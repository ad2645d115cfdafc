import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { anAccount, anasServer } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';

const movedAwayAt = '2026-11-20T10:00:00.000Z';
const aMovedAccount = () =>
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notLinked', { movedAwayAt }) } });

test.each([
  ['en', 'moved to another workspace on November 20, 2026.', 'Link an account'],
  ['pt', 'movida para outro em 20 de novembro de 2026.', 'Vincular uma conta'],
  ['es', 'se movió a otro el 20 de noviembre de 2026.', 'Vincular una cuenta'],
] as const)(
  'shows in %s that the account was moved away, with a link to the linking page',
  async (language, says, link) => {
    aMovedAccount();
    await showApp('/triggers', language);
    const banner = await screen.findByRole('complementary');
    expect(banner).toHaveTextContent(says);
    expect(within(banner).getByRole('link', { name: link })).toHaveAttribute('href', '/amazon-auth');
  },
);

test('shows no link on the linking page itself', async () => {
  aMovedAccount();
  await showApp('/amazon-auth');
  expect(within(await screen.findByRole('complementary')).queryByRole('link')).toBeNull();
});

test('shows no banner for a workspace whose account was never moved', async () => {
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notLinked') } });
  await showApp('/dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  expect(screen.queryByRole('complementary')).toBeNull();
});
