import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer, late, errorReply } from '#web/testing/a-server.ts';
import { chooseFor, moreButton } from '#web/testing/choose-for.ts';
import { anasServer, aTrigger } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { TriggersPage } from '../triggers-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(TriggersPage, { at: '/triggers', language });
const goodNight = aTrigger({ name: 'Good night', description: 'Lights out' });
const list = 'GET /api/triggers';
const toasts = () => toastsNow().filter(({ open }) => open);
const patch = 'PATCH /api/triggers/good-night';
const aServerWithTrigger = () => aServer({ ...anasServer(), [list]: { json: [goodNight] } });

async function retyped(user: Awaited<ReturnType<typeof show>>, name: string, trigger = 'Good night') {
  await chooseFor(user, trigger, /^(Rename|Renomear|Cambiar nombre)$/);
  const field = await screen.findByRole('textbox');
  await waitFor(() => expect(field).toHaveFocus());
  await user.clear(field);
  await user.type(field, `${name}{Enter}`);
}
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test(
  'shows a new name before the server replies, and sends the version that the user saw',
  { tags: ['spec-87.1', 'spec-88.1', 'spec-260.1'] },
  async () => {
    const server = aServerWithTrigger();
    const answer = late();
    server.answer(patch, answer.route);
    const user = await show();
    await retyped(user, '  Sleep   well');
    expect(await screen.findByRole('rowheader', { name: /Sleep well/ })).toBeVisible();
    await noDialog();
    await waitFor(async () => expect(await moreButton('Sleep well')).toHaveFocus());
    expect(screen.queryByText('Trigger renamed')).toBeNull();
    const renamed = { ...goodNight, name: 'Sleep well' };
    server.answer(list, { json: [renamed] });
    answer.give({ json: renamed });
    expect(await screen.findByText('Trigger renamed')).toBeVisible();
    expect(server.sent(patch).map(({ body }) => body)).toEqual([
      { name: 'Sleep well', updatedAt: goodNight.updatedAt },
    ]);
  },
);

test('selects the whole name, so that typing replaces it', async () => {
  const server = aServerWithTrigger();
  server.answer(patch, { json: { ...goodNight, name: 'Sleep well' } });
  const user = await show();
  await chooseFor(user, 'Good night', 'Rename');
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
  await user.keyboard('Sleep well{Enter}');
  await waitFor(() => expect(server.sent(patch)).toMatchObject([{ body: { name: 'Sleep well' } }]));
});

test('shows at the field that the name of the confirmation device is taken', async () => {
  const server = aServerWithTrigger();
  server.answer(patch, errorReply(409, 'trigger.nameTaken', { fields: { receipt: 'trigger.nameTaken' } }));
  const user = await show();
  await retyped(user, 'Sleep well');
  expect(await screen.findByText('Another trigger is already called “Sleep well ok”. Rename it first.')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
});

test('names the trigger whose confirmation device has the name', async () => {
  const server = aServerWithTrigger();
  server.answer(
    patch,
    errorReply(409, 'trigger.confirmingNameTaken', { fields: { name: 'trigger.confirmingNameTaken' } }),
  );
  const user = await show();
  await retyped(user, 'Sleep well ok');
  expect(
    await screen.findByText('“Sleep well ok” is the device that confirms “Sleep well”. Choose another name.'),
  ).toBeVisible();
});

test('shows only the name in the form', { tags: 'spec-88.1' }, async () => {
  aServerWithTrigger();
  const user = await show();
  await chooseFor(user, 'Good night', 'Rename');
  const dialog = await screen.findByRole('dialog', { name: 'Rename trigger' });
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Good night');
});

test.each([
  ['pt', 'Erro ao atualizar gatilho'],
  ['en', 'Error updating trigger'],
  ['es', 'Error al actualizar el disparador'],
] as const)('reverts a failed rename in %s and shows a toast', async (language, said) => {
  const server = aServerWithTrigger();
  const answer = late();
  server.answer(patch, answer.route);
  const user = await show(language);
  await retyped(user, 'Sleep well');
  expect(await screen.findByRole('rowheader', { name: /Sleep well/ })).toBeVisible();
  answer.give(errorReply(503, 'server.busy'));
  expect(await screen.findByText(said)).toBeVisible();
  expect(await screen.findByRole('rowheader', { name: /Good night/ })).toBeVisible();
  expect(toasts()).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test(
  'does not overwrite a trigger that was changed elsewhere, shows the current one, and explains it in a toast',
  { tags: ['spec-304.1', 'spec-304.2'] },
  async () => {
    const server = aServerWithTrigger();
    const answer = late();
    server.answer(patch, answer.route);
    const user = await show();
    await retyped(user, 'Sleep well');
    await noDialog();
    server.answer(list, { json: [{ ...goodNight, name: 'Bedtime', updatedAt: '2026-01-04T10:00:00.000Z' }] });
    answer.give(errorReply(409, 'trigger.changedElsewhere'));
    expect(await screen.findByText('Error updating trigger')).toBeVisible();
    expect(screen.getByText(/This trigger was changed somewhere else\./)).toBeVisible();
    expect(await screen.findByRole('rowheader', { name: /Bedtime/ })).toBeVisible();
  },
);

test('reopens the form with the input and the reason when the server refuses the name', async () => {
  const server = aServerWithTrigger();
  server.answer(patch, errorReply(409, 'trigger.nameTaken'));
  const user = await show();
  await retyped(user, 'Sleep well');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true'));
  const field = screen.getByRole('textbox', { name: 'Name' });
  expect(field).toHaveValue('Sleep well');
  expect(field).toHaveAccessibleDescription(expect.stringContaining('A trigger with this name already exists.'));
  await waitFor(() => expect(field).toHaveFocus());
  expect(toasts()).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(async () => expect(await moreButton('Good night')).toHaveFocus());
});

test('shows a toast for a refused name while another dialog is open, which stays open', async () => {
  const server = aServerWithTrigger();
  const answer = late();
  server.answer(patch, answer.route);
  const user = await show();
  await retyped(user, 'Sleep well');
  await noDialog();
  await chooseFor(user, 'Sleep well', 'Delete');
  const question = await screen.findByRole('alertdialog');
  answer.give(errorReply(409, 'trigger.nameTaken'));
  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Error updating trigger' }]));
  expect(question).toBeVisible();
});

test('sends the version of the first rename with the second one before the list is refetched', async () => {
  const server = aServerWithTrigger();
  const first = late();
  server.answer(patch, first.route);
  const user = await show();
  await retyped(user, 'Sleep well');
  await noDialog();
  await retyped(user, 'Bedtime', 'Sleep well');
  expect(await screen.findByRole('rowheader', { name: /Bedtime/ })).toBeVisible();
  expect(server.sent(patch)).toHaveLength(1);
  const then = '2026-01-04T10:00:00.000Z';
  const second = { ...goodNight, name: 'Bedtime', updatedAt: '2026-01-05T10:00:00.000Z' };
  server.answer(patch, { json: second });
  server.answer(list, { json: [second] });
  first.give({ json: { ...goodNight, name: 'Sleep well', updatedAt: then } });
  await waitFor(() => expect(server.sent(patch)).toHaveLength(2));
  expect(server.sent(patch)[1]?.body).toEqual({ name: 'Bedtime', updatedAt: then });
  await waitFor(() => expect(toasts().map(({ title }) => title)).toContain('Trigger renamed'));
  expect(screen.getByRole('rowheader', { name: /Bedtime/ })).toBeVisible();
});
