import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { errorReply } from '#web/testing/a-server.ts';
import { aDeviceIn } from '#web/testing/device-zone.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { aWorkspace, workspacesServer } from '#web/testing/workspaces-server.ts';

import { WorkspacesPage } from './workspaces-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(WorkspacesPage, { at: '/workspaces', language });
const beach = aWorkspace({ id: 8, name: 'Beach house', timeZone: 'America/Sao_Paulo' });
const patch = 'PATCH /api/workspaces/8';

async function edited(language: 'pt' | 'en' | 'es' = 'en', name = /^(Edit|Editar) Beach house$/) {
  const user = await show(language);
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('combobox', { name: /^(Time zone|Fuso horário|Zona horaria)$/ });
  return { user, dialog, field };
}

test('shows the time zone of each workspace that has one', async () => {
  workspacesServer(beach);
  await show();
  expect(await screen.findByRole('rowheader', { name: 'Beach house São Paulo (GMT−3)' })).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'Casa Current' })).toBeVisible();
});

test.each([
  ['en', 'Weekly runs keep their time of day', 'Save', 'Time zone changed'],
  ['pt', 'As execuções semanais mantêm o horário', 'Salvar', 'Fuso horário alterado'],
  ['es', 'Las ejecuciones semanales mantienen su hora', 'Guardar', 'Zona horaria cambiada'],
] as const)(
  'changes the time zone by name in %s, and explains the effect on planned runs',
  async (language, hint, save, done) => {
    const server = workspacesServer(beach);
    const { user, dialog, field } = await edited(language);
    expect(field).toHaveValue('America/Sao_Paulo');
    expect(dialog.queryByText(new RegExp(hint))).toBeNull();
    await user.selectOptions(field, 'Lisbon (GMT+0)');
    expect(dialog.getByText(new RegExp(hint))).toBeVisible();
    await user.click(dialog.getByRole('button', { name: save }));
    expect(await screen.findByText(done)).toBeVisible();
    expect(server.sent(patch).map(({ body }) => body)).toEqual([{ timeZone: 'Europe/Lisbon' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('lists this device’s time zone first, also for a workspace without one', async () => {
  aDeviceIn('America/Manaus');
  const server = workspacesServer(aWorkspace({ id: 8, name: 'Beach house' }));
  const { user, dialog, field } = await edited();
  expect(field).toHaveDisplayValue('Not chosen yet');
  const here = within(dialog.getByRole('group', { name: 'This device' })).getByRole('option');
  expect(here).toHaveTextContent('Manaus (GMT−4)');
  await user.selectOptions(field, here);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.sent(patch).map(({ body }) => body)).toEqual([{ timeZone: 'America/Manaus' }]));
});

test('changes name and time zone together, and keeps a refused change in the form', async () => {
  const server = workspacesServer(beach);
  server.answer(patch, errorReply(409, 'workspace.nameTaken'));
  const { user, dialog, field } = await edited();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Sea house');
  await user.selectOptions(field, 'UTC');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(server.sent(patch).map(({ body }) => body)).toEqual([{ name: 'Sea house', timeZone: 'UTC' }]);
});

test('sends no time zone when only the name changes', async () => {
  const server = workspacesServer(beach);
  const { user, dialog } = await edited();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2{Enter}');
  await waitFor(() => expect(server.sent(patch).map(({ body }) => body)).toEqual([{ name: 'Beach house 2' }]));
});
