import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anAccount, anasServer, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { AmazonAuthPage } from './amazon-auth-page.tsx';

type Language = 'pt' | 'en' | 'es';
const status = 'GET /api/amazon-auth';
const at = '/amazon-auth?error=amazon.otherAccountLinked';

const serverWith = (amazon: AmazonAuth) => aServer({ ...anasServer(), [status]: { json: amazon } });
const arrive = (language: Language = 'en') => showPage(AmazonAuthPage, { at, language });
const ended = anAccount('revoked', { mend: 'reconnect' });

test.each([
  [
    'en',
    /linked to ana@example\.com\. Sign out of Amazon first, then reconnect with ana@example\.com\./,
    'Switch accounts on Amazon',
    [/^Sign out of Amazon/, /sign in with ana@example\.com/],
    'Continue to Amazon',
  ],
  [
    'pt',
    /vinculado a ana@example\.com\. Primeiro saia da conta na Amazon, depois reconecte com ana@example\.com\./,
    'Trocar de conta na Amazon',
    [/^Sair da conta na Amazon/, /entre com ana@example\.com/],
    'Continuar na Amazon',
  ],
  [
    'es',
    /vinculado a ana@example\.com\. Primero cierra la sesión en Amazon y luego reconecta con ana@example\.com\./,
    'Cambiar de cuenta en Amazon',
    [/^Cerrar sesión en Amazon/, /inicia sesión con ana@example\.com/],
    'Continuar en Amazon',
  ],
] as const)(
  'shows in %s after the return with another account which one is linked, and how to use it',
  async (...given) => {
    const [language, words, button, steps, onward] = given;
    serverWith(ended);
    const user = await arrive(language);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(words);
    expect(window.location.search).toBe('');
    await user.click(within(notice).getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog'));
    const items = dialog.getAllByRole('listitem');
    expect(items).toHaveLength(steps.length);
    for (const [index, step] of steps.entries()) expect(items[index]).toHaveTextContent(step);
    const address = new URL(
      dialog.getByRole('link', { name: onward }).getAttribute('href') ?? '',
      'https://recado.example',
    );
    expect(address.pathname).toBe('/api/auth/amazon');
    expect(address.searchParams.get('workspace')).toBe(String(home.id));
  },
);

test.each([
  ['en', 'Unlink account', 'unlink-account'],
  ['pt', 'Desvincular conta', 'desvincular-conta'],
  ['es', 'Desvincular cuenta', 'desvincular-cuenta'],
] as const)(
  'unlinks in %s the current account first when the user wants the other one',
  async (language, button, word) => {
    const server = serverWith(ended);
    server.answer('POST /api/amazon-auth/unlink', { json: { success: true } });
    const user = await arrive(language);
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: button }));
    const dialog = await screen.findByRole('alertdialog');
    await user.type(within(dialog).getByRole('textbox'), word);
    server.answer(status, { json: anAccount('notLinked') });
    await user.click(within(dialog).getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByText('ana@example.com')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test.each([anAccount('active'), anAccount('revoked', { mend: 'reinstall' })])(
  'does not suggest to reconnect when that does not help ($skill)',
  async (amazon) => {
    serverWith(amazon);
    await arrive();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('This workspace is linked to ana@example.com.');
    expect(notice).not.toHaveTextContent(/reconnect/i);
    expect(within(notice).queryByRole('button', { name: 'Switch accounts on Amazon' })).toBeNull();
  },
);

test('describes a linked account without name and e-mail', async () => {
  serverWith({ ...ended, name: null, email: null });
  await arrive();
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('reconnect with the linked account.');
  expect(notice).not.toHaveTextContent('This workspace is linked to');
});

test('dismisses the notice', async () => {
  serverWith(ended);
  const user = await arrive();
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows no notice when no account is linked any more', async () => {
  serverWith(anAccount('notLinked'));
  await arrive();
  expect(await screen.findByRole('link', { name: 'Connect Alexa' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows the reason even if the account cannot be loaded', async () => {
  aServer({ ...anasServer(), [status]: errorReply(503, 'server.busy') });
  await arrive();
  expect(await screen.findByText(/Sign out of Amazon, then sign in with that one\./)).toBeVisible();
});
