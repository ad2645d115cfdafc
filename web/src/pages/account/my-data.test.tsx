import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { MyData } from '#shared/contracts/my-data.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { AccountPage } from './account-page.tsx';

const at = '2026-11-22T10:00:00.000Z';
const planned = { requestedAt: at, dueAt: '2026-11-29T10:00:00.000Z', begun: false };

const aPart = (given: Partial<MyData>): MyData => ({
  version: 1,
  madeAt: at,
  leftOut: ['secrets'],
  signIns: [],
  sessions: [],
  workspaces: [],
  formerAmazonAccounts: [],
  alexaPermissions: [],
  triggers: [],
  triggerDescriptions: [],
  plannedRuns: [],
  accessKeys: [],
  runs: [],
  runsPerDay: [],
  groupPeople: [],
  subscriptions: [],
  trials: [],
  whatsappNumbers: [],
  whatsappGroups: [],
  toldFindings: [],
  deletions: [],
  ...given,
});

const saved: { name: string; blob: Blob }[] = [];
beforeEach(() => {
  saved.length = 0;
  let blob = new Blob();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (given: Blob) => ((blob = given), 'blob:here'),
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob });
  });
});

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(AccountPage, { at: '/account', language });
const button = (name: string) => screen.findByRole('button', { name });

test('downloads all parts of the data as one file', async () => {
  const workspace = { id: home.id, name: 'Home', status: 'ATIVO', defaultWorkspace: true, createdAt: at } as const;
  const second = aPart({ trials: [{ usedAt: at }], deletions: [planned] });
  aServer({
    ...anasServer(),
    'GET /api/account/data': ({ query }) =>
      query === '' ? { json: aPart({ workspaces: [workspace], next: 'more' }) } : { json: second },
  });
  const user = await show();
  await user.click(await button('Download my data'));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('recado-data-2026-11-22.json');
  const { requestedAt, dueAt } = planned;
  const text = await textOf(saved[0]?.blob);
  expect(JSON.parse(text)).toEqual({ ...second, workspaces: [workspace], deletions: [{ requestedAt, dueAt }] });
});

/** Blobs of jsdom have no method to read their text. */
const textOf = (blob = new Blob()): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsText(blob);
  });

test('downloads nothing and shows an error when a part is missing', async () => {
  aServer({
    ...anasServer(),
    'GET /api/account/data': ({ query }) =>
      query === '' ? { json: aPart({ next: 'more' }) } : errorReply(503, 'server.busy'),
  });
  const user = await show('pt');
  await user.click(await button('Baixar meus dados'));
  expect(await screen.findByText('Não foi possível baixar seus dados')).toBeVisible();
  expect(saved).toEqual([]);
});

test.each([
  ['pt', 'Excluir minha conta', 'excluir-conta', 'Manter minha conta', '29 de novembro de 2026', 'Exclusão cancelada'],
  ['en', 'Delete my account', 'delete-account', 'Keep my account', 'November 29, 2026', 'Deletion canceled'],
  [
    'es',
    'Eliminar mi cuenta',
    'eliminar-cuenta',
    'Conservar mi cuenta',
    '29 de noviembre de 2026',
    'Eliminación cancelada',
  ],
] as const)(
  'plans the deletion in %s after the word was typed, and keeps the account with a click',
  async (language, ask, word, keep, date, kept) => {
    const server = aServer({
      ...anasServer(),
      'POST /api/account/deletion': { json: planned },
      'DELETE /api/account/deletion': { json: null },
    });
    const user = await show(language);
    await user.click(await button(ask));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(4);
    await user.type(within(dialog).getByRole('textbox'), `${word.slice(0, -1)}{Enter}`);
    expect(server.sent('POST /api/account/deletion')).toEqual([]);
    await user.type(within(dialog).getByRole('textbox'), `${word.slice(-1)}{Enter}`);
    expect(await screen.findByRole('status')).toHaveTextContent(date);
    expect(screen.queryByRole('button', { name: ask })).toBeNull();

    await user.click(await button(keep));
    expect(await screen.findByText(kept)).toBeVisible();
    expect(screen.queryByRole('button', { name: keep })).toBeNull();
    expect(await button(ask)).toBeVisible();
  },
);

test('shows a planned deletion at once', async () => {
  aServer({ ...anasServer(), 'GET /api/account/deletion': { json: planned } });
  await show();
  expect(await screen.findByText(/^Your account will be deleted on November 29, 2026/)).toBeVisible();
});

test('shows that a deletion that has already begun cannot be stopped', async () => {
  aServer({
    ...anasServer(),
    'GET /api/account/deletion': { json: planned },
    'DELETE /api/account/deletion': { json: { ...planned, begun: true } },
  });
  const user = await show();
  await user.click(await button('Keep my account'));
  expect(await screen.findByText('Your account is being deleted')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull();
});

test('shows a failure to plan or to revoke the deletion, and changes nothing', async () => {
  const server = aServer({ ...anasServer(), 'POST /api/account/deletion': errorReply(503, 'server.busy') });
  const user = await show();
  await user.click(await button('Delete my account'));
  await user.type(within(await screen.findByRole('alertdialog')).getByRole('textbox'), 'delete-account{Enter}');
  expect(await screen.findByText('The deletion could not be scheduled')).toBeVisible();
  server.answer('POST /api/account/deletion', { json: planned });
  server.answer('DELETE /api/account/deletion', errorReply(503, 'server.busy'));
  await user.click(await button('Delete my account'));
  await user.type(within(await screen.findByRole('alertdialog')).getByRole('textbox'), 'delete-account{Enter}');
  await user.click(await button('Keep my account'));
  expect(await screen.findByText('The deletion could not be canceled yet')).toBeVisible();
  expect(await button('Keep my account')).toBeVisible();
});

test.each([
  ['pt', 'Excluir minha conta', 'excluir-conta', 'Poderá agendá-la de novo em até 24 horas.'],
  ['en', 'Delete my account', 'delete-account', 'Try again in 24 hours or less.'],
  ['es', 'Eliminar mi cuenta', 'eliminar-cuenta', 'Podrás programarla de nuevo en 24 horas como máximo.'],
] as const)('shows in %s how long to wait when a deletion was planned too often', async (language, ask, word, wait) => {
  aServer({ ...anasServer(), 'POST /api/account/deletion': errorReply(429, 'account.deletionTooOften') });
  const user = await show(language);
  await user.click(await button(ask));
  await user.type(within(await screen.findByRole('alertdialog')).getByRole('textbox'), `${word}{Enter}`);
  expect(await screen.findByText(wait, { exact: false })).toBeVisible();
});
