import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { chooseFor, moreButton } from '#web/testing/choose-for.ts';
import { anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

const token = home.workspaceToken;
const url = 'https://hooks.example/prod/trigger/4711/device-1';
const copied = () => navigator.clipboard.readText();

async function open(user: UserEvent, kind: string) {
  await chooseFor(user, 'Good night', 'Use in other apps');
  const dialog = await screen.findByRole('dialog', { name: 'Use “Good night” in other apps' });
  await user.click(within(dialog).getByRole('tab', { name: kind }));
  return dialog;
}

test('lists what is rare in a labeled menu, and opens the ten tools by keyboard', async () => {
  aServer(anasServer());
  const user = await showPage(TriggersPage, { at: '/triggers' });
  const button = await moreButton('Good night');
  expect(button).toHaveAttribute('aria-haspopup', 'menu');
  button.focus();
  await user.keyboard('{ArrowDown}');
  const menu = await screen.findByRole('menu', { name: 'More actions for Good night' });
  const entries = within(menu).getAllByRole('menuitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'History',
    'Check',
    'Confirm that it ran',
    'Schedule',
    'Conditions',
    'Copy webhook URL',
    'Use in other apps',
    'Give access',
    'Rename',
    'Delete',
  ]);
  await user.keyboard('{End}{ArrowUp}{ArrowUp}{ArrowUp}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Use “Good night” in other apps' });
  expect(within(dialog).getByRole('tab', { name: 'curl' })).toHaveAttribute('aria-selected', 'true');
  expect(
    within(dialog)
      .getAllByRole('tab')
      .map((tab) => tab.textContent),
  ).toEqual([
    'curl',
    'JavaScript',
    'Python',
    'Home Assistant',
    'Apple Shortcuts',
    'HTTP Shortcuts',
    'Tasker',
    'n8n',
    'Node-RED',
    'ESP32 (Arduino)',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});

test.each([
  ['curl', 'Copy curl', `curl -X POST -H "Authorization: Bearer ${token}" "${url}"`],
  ['JavaScript', 'Copy JavaScript', expect.stringMatching(/^const response = await fetch\(/)],
  ['Python', 'Copy Python', expect.stringMatching(/^from urllib\.request import/)],
  ['Home Assistant', 'Copy configuration.yaml', expect.stringMatching(/^rest_command:\n {2}recado_4711_good_night:/)],
  ['Home Assistant', 'Copy secrets.yaml', `recado_4711: "Bearer ${token}"`],
  ['Apple Shortcuts', 'Copy URL', url],
  ['Apple Shortcuts', 'Copy Authorization', `Bearer ${token}`],
  ['n8n', 'Copy n8n', expect.stringMatching(/^\{\n {2}"nodes": \[/)],
  ['Node-RED', 'Copy Node-RED', expect.stringMatching(/^\[\n {2}\{\n {4}"id": "recado-4711-/)],
  ['ESP32 (Arduino)', 'Copy Arduino', expect.stringMatching(/^#include <HTTPClient\.h>/)],
  ['HTTP Shortcuts', 'Copy URL', url],
  ['Tasker', 'Copy Headers', `Authorization:Bearer ${token}`],
] as const)('copies the whole text in %s with “%s”, while the screen hides the secret', async (kind, button, whole) => {
  aServer(anasServer());
  const user = await showPage(TriggersPage, { at: '/triggers' });
  const dialog = await open(user, kind);
  await user.click(await within(dialog).findByRole('button', { name: button }));
  expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied()).toEqual(whole);
  expect(dialog).toHaveTextContent('Bearer ••••••••');
  expect(document.body).not.toHaveTextContent(token);
});

test('switches between tools in the dialog by click and arrow keys', async () => {
  aServer(anasServer());
  const user = await showPage(TriggersPage, { at: '/triggers' });
  const dialog = await open(user, 'curl');
  await user.click(within(dialog).getByRole('tab', { name: 'JavaScript' }));
  expect(await within(dialog).findByText(/Runs as is in Deno and Bun/)).toBeVisible();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  const panel = await within(dialog).findByRole('tabpanel', { name: 'Home Assistant' });
  expect(panel).toHaveTextContent('rest_command.recado_4711_good_night');
  expect(within(panel).getAllByRole('figure')).toHaveLength(2);
});

test('explains the options of a call below each tool', async () => {
  aServer(anasServer());
  const user = await showPage(TriggersPage, { at: '/triggers' });
  const dialog = await open(user, 'curl');
  for (const word of ['GET', 'token=', 'Idempotency-Key', 'id=']) {
    expect(within(dialog).getByText(word)).toBeVisible();
  }
});

test.each([true, false])('explains how to wait for a routine only if it confirms its runs: %s', async (confirms) => {
  const receipt = { since: '2026-11-20T12:00:00.000Z', heard: 0, silent: 0 };
  const trigger = aTrigger({ name: 'Good night', ...(confirms && { receipt }) });
  aServer({ ...anasServer(), 'GET /api/triggers': { json: [trigger] } });
  const user = await showPage(TriggersPage, { at: '/triggers' });
  const dialog = await open(user, 'curl');
  expect(within(dialog).queryAllByText('Prefer: wait=8')).toHaveLength(confirms ? 1 : 0);
});

test('copies the new secret after it was replaced', async () => {
  const server = aServer({
    ...anasServer(),
    'POST /api/workspaces/4711/rotate-token': { json: { workspaceToken: 'another-token' } },
  });
  const user = await showPage(TriggersPage, { at: '/triggers' });
  await user.click(await screen.findByRole('button', { name: 'Replace secret' }));
  const question = await screen.findByRole('alertdialog');
  server.answer('GET /api/workspaces/current', { json: { ...home, workspaceToken: 'another-token' } });
  await user.click(within(question).getByRole('button', { name: 'Replace secret' }));
  expect(await screen.findByText('Webhook secret replaced')).toBeVisible();
  const dialog = await open(user, 'curl');
  await user.click(await within(dialog).findByRole('button', { name: 'Copy curl' }));
  await waitFor(async () => expect(await copied()).toContain('Bearer another-token'));
});

test('keeps the old secret for 24 more hours only if the user chooses so each time', async () => {
  const server = aServer({
    ...anasServer(),
    'POST /api/workspaces/4711/rotate-token': { json: { workspaceToken: 'another-token' } },
  });
  const user = await showPage(TriggersPage, { at: '/triggers' });
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Replace secret' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('stops working at once');
    return question;
  };
  const replace = async (question: HTMLElement) => {
    await user.click(within(question).getByRole('button', { name: 'Replace secret' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  const first = await ask();
  await user.click(within(first).getByRole('checkbox', { name: /24 more hours/ }));
  expect(first).toHaveTextContent('work until this time tomorrow');
  await replace(first);
  await replace(await ask());
  const bodies = server.sent('POST /api/workspaces/4711/rotate-token').map(({ body }) => body);
  expect(bodies).toEqual([{ oldEnds: 'in24Hours' }, { oldEnds: 'now' }]);
});

test('shows the whole text to copy by hand when the browser refuses to copy', async () => {
  aServer(anasServer());
  const user = await showPage(TriggersPage, { at: '/triggers' });
  const dialog = await open(user, 'Python');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(await within(dialog).findByRole('button', { name: 'Copy Python' }));
  const refused = await screen.findByRole('dialog', { name: 'The text could not be copied' });
  const field = within(refused).getByRole('textbox', { name: 'Text to copy' });
  expect(field).toHaveDisplayValue(new RegExp(`^from urllib[^]*Bearer ${token}`));
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Copy Python' })).toHaveFocus());
});

test('opens the snippets for a new trigger, and returns to its dialog afterwards', async () => {
  aServer({ ...anasServer(), 'POST /api/triggers': { status: 201, json: aTrigger({ name: 'Movie time' }) } });
  const user = await showPage(TriggersPage, { at: '/triggers' });
  const create = await screen.findByRole('button', { name: 'Create trigger' });
  await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'));
  await user.click(create);
  const form = await screen.findByRole('dialog', { name: 'Create a trigger' });
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Movie time');
  await user.click(within(form).getByRole('button', { name: 'Create trigger' }));
  const done = await screen.findByRole('dialog', { name: '“Movie time” is ready' });
  const button = within(done).getByRole('button', { name: 'Use in other apps' });
  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: 'Home Assistant' }));
  const dialog = await screen.findByRole('dialog', { name: 'Use “Movie time” in other apps' });
  await user.click(await within(dialog).findByRole('button', { name: 'Copy secrets.yaml' }));
  await waitFor(async () => expect(await copied()).toBe(`recado_4711: "Bearer ${token}"`));
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(button).toHaveFocus());
  expect(done).toBeVisible();
});

const apple = {
  en: ['Shortcuts', 'Get Contents of URL', 'Method', 'Headers', 'Add new header', 'Key', 'Text'],
  pt: ['Atalhos', 'Obter Conteúdo do URL', 'Método', 'Cabeçalhos', 'Adicionar novo cabeçalho', 'Chave', 'Texto'],
  es: ['Atajos', 'Obtener contenido de URL', 'Método', 'Encabezados', 'Agregar nuevo encabezado', 'Clave', 'Texto'],
};
const android = {
  en: ['Create from scratch', 'Shortcut Name', 'Method', 'URL', 'Request Headers', 'Header', 'Place on Home Screen'],
  pt: ['Nome do Atalho', 'Método', 'Cabeçalhos da Requisição', 'Cabeçalho', 'Valor', 'Adicionar na tela inicial'],
  es: ['Nombre del acceso directo', 'Método', 'Encabezados de solicitud', 'Valor', 'Colocar en la pantalla de inicio'],
};
const tasker = ['Tasker', 'Tasks', 'Net', 'HTTP Request', 'Method', 'Headers', 'Task Shortcut'];

test.each([
  ['en', 'Apple Shortcuts', 5, [...apple.en, 'Authorization']],
  ['pt', 'Atalhos da Apple', 5, [...apple.pt, 'Authorization']],
  ['es', 'Atajos de Apple', 5, [...apple.es, 'Authorization']],
  ['en', 'HTTP Shortcuts', 4, [...android.en, 'Authorization']],
  ['pt', 'HTTP Shortcuts', 4, [...android.pt, 'Authorization']],
  ['es', 'HTTP Shortcuts', 4, [...android.es, 'Authorization']],
  ['en', 'Tasker', 5, tasker],
  ['pt', 'Tasker', 5, tasker],
  ['es', 'Tasker', 5, tasker],
] as const)('explains the steps in %s with the terms of %s', async (language, kind, steps, words) => {
  aServer(anasServer());
  const user = await showPage(TriggersPage, { at: '/triggers', language });
  await chooseFor(user, 'Good night', /^(Use in other apps|Usar em outros apps|Usar en otras apps)$/);
  await user.click(await screen.findByRole('tab', { name: kind }));
  const panel = await screen.findByRole('tabpanel', { name: kind });
  await within(panel).findAllByRole('figure');
  expect(within(panel).getAllByRole('listitem')).toHaveLength(steps);
  for (const word of [...words, 'POST']) expect(within(panel).getByText(word, { selector: 'strong' })).toBeVisible();
});
