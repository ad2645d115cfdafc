import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { anasServer } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';

test.each([
  ['pt', 'Sua conta', 'Com o Google'],
  ['en', 'Your account', 'With Google'],
  ['es', 'Tu cuenta', 'Con Google'],
] as const)(
  'opens the account from the name in the header in %s, and shows how the user signs in',
  async (language, title, how) => {
    aServer(anasServer());
    const { user } = await showApp('/workspaces', language);
    const link = await screen.findByRole('link', { name: `${title}: Ana Souza` });
    expect(link).not.toHaveAttribute('aria-current');
    await user.click(link);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toHaveFocus();
    expect(window.location.pathname).toBe('/account');
    expect(link).toHaveAttribute('aria-current', 'page');
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      'Ana Souza',
      'ana@example.com',
      how,
    ]);
  },
);

test('shows a placeholder when the provider does not share the e-mail', async () => {
  const server = anasServer();
  const { email: _, ...ana } = server['GET /api/auth/user'].json;
  aServer({ ...server, 'GET /api/auth/user': { json: { ...ana, signedInWith: 'amazon' } } });
  await showApp('/account');
  const values = await within(await screen.findByRole('main')).findAllByRole('definition');
  expect(values.map((value) => value.textContent)).toEqual(['Ana Souza', 'Not shared', 'With Amazon']);
});
