import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anAccount, anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(TriggersPage, { at: '/triggers', language });
const button = (name: string) => screen.findByRole('button', { name });

const aFile = (triggers: unknown) =>
  new File([JSON.stringify({ version: 1, triggers })], 'recado-triggers.json', { type: 'application/json' });

const names = ['Good night', 'Gate', 'Door', 'x'];
const four = () => aFile(names.map((name) => ({ name, enabled: name !== 'Door' })));

async function opened(user: Awaited<ReturnType<typeof show>>, file: File) {
  await user.click(await button('Import'));
  const dialog = await screen.findByRole('dialog', { name: 'Import triggers' });
  await user.upload(within(dialog).getByLabelText('Choose file'), file);
  return within(dialog);
}

const rowsOf = async (dialog: ReturnType<typeof within>) =>
  within(await dialog.findByRole('list', { name: 'Triggers in the file' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('exports triggers to a file', async () => {
  aServer(anasServer());
  const user = await show('pt');
  await user.click(await button('Exportar'));
  expect(saved).toEqual(['recado-triggers.json']);
});

test('offers no import without a linked account', async () => {
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': { json: anAccount('notLinked') },
    'GET /api/triggers': { json: [aTrigger({ name: 'Gate' })] },
  });
  await show();
  await button('Export');
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

test('previews an import, adds new triggers, disabled ones as disabled, and shows each result', async () => {
  const server = aServer({
    ...anasServer(),
    'POST /api/triggers': ({ body }) => ({
      status: 201,
      json: aTrigger({ name: String(Object(body).name), id: String(Object(body).name) }),
    }),
  });
  const user = await show();
  const dialog = await opened(user, four());
  expect(await rowsOf(dialog)).toEqual([
    'Good nightAlready exists',
    'GateWill be added',
    'DoorWill be added',
    'xName must have at least 3 characters',
  ]);
  expect(server.sent('POST /api/triggers')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Import 2 triggers' }));
  await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent('In the file: 4. Added: 2. To add: 0.'));
  expect(await rowsOf(dialog)).toEqual([
    'Good nightAlready exists',
    'GateAdded',
    'DoorAdded',
    'xName must have at least 3 characters',
  ]);
  expect(server.sent('POST /api/triggers').map(({ body }) => body)).toEqual([
    { name: 'Gate' },
    { name: 'Door', enabled: false },
  ]);
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull();
});

test.each([
  ['en', 'Import', 'Import triggers', 'Choose file', 'Import 1 trigger', 'See triggers'],
  ['pt', 'Importar', 'Importar gatilhos', 'Escolher arquivo', 'Importar 1 gatilho', 'Ver gatilhos'],
  ['es', 'Importar', 'Importar disparadores', 'Elegir archivo', 'Importar 1 disparador', 'Ver disparadores'],
] as const)(
  'leads in %s from a finished import to the whole list',
  async (language, open, title, choose, confirm, see) => {
    aServer({ ...anasServer(), 'POST /api/triggers': { status: 201, json: aTrigger({ name: 'Gate' }) } });
    const user = await showPage(TriggersPage, { at: '/triggers?q=night', language });
    await user.click(await button(open));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await user.upload(dialog.getByLabelText(choose), aFile([{ name: 'Gate' }]));
    const run = await dialog.findByRole('button', { name: confirm });
    expect(dialog.queryByRole('button', { name: see })).toBeNull();
    await user.click(run);
    await user.click(await dialog.findByRole('button', { name: see }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname + window.location.search).toBe('/triggers');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  },
);

test('closes a finished import without a new history entry when the whole list is shown', async () => {
  aServer({ ...anasServer(), 'POST /api/triggers': { status: 201, json: aTrigger({ name: 'Gate' }) } });
  const user = await show();
  const dialog = await opened(user, aFile([{ name: 'Gate' }]));
  await user.click(await dialog.findByRole('button', { name: 'Import 1 trigger' }));
  const see = await dialog.findByRole('button', { name: 'See triggers' });
  const before = window.history.length;
  await user.click(see);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([window.location.pathname + window.location.search, window.history.length]).toEqual(['/triggers', before]);
});

test('enables confirmations during an import, and shows where that failed', async () => {
  const server = aServer({
    ...anasServer(),
    'POST /api/triggers': ({ body }) => {
      const name = String(Object(body).name);
      return { status: 201, json: aTrigger({ name, id: name }) };
    },
    'PATCH /api/triggers/Gate': { json: aTrigger({ name: 'Gate' }) },
    'PATCH /api/triggers/Door': errorReply(409, 'trigger.limitReached'),
  });
  const user = await show();
  const confirming = ['Gate', 'Door'].map((name) => ({ name, receipt: true }));
  const dialog = await opened(user, aFile([...confirming, { name: 'Lamp' }]));
  const willBe = 'Will be added, with confirmation';
  expect(await rowsOf(dialog)).toEqual([`Gate${willBe}`, `Door${willBe}`, 'LampWill be added']);
  await user.click(dialog.getByRole('button', { name: 'Import 3 triggers' }));
  await waitFor(async () =>
    expect(await rowsOf(dialog)).toEqual(['GateAdded', 'DoorAdded, without confirmation', 'LampAdded']),
  );
  expect(dialog.getByRole('status')).toHaveTextContent('In the file: 3. Added: 3. To add: 0.');
  expect(server.sent('PATCH /api/triggers/Gate')).toMatchObject([{ body: { receipt: true } }]);
  expect(server.heard.filter(({ method }) => method === 'PATCH')).toHaveLength(2);
});

test('imports conditions, and shows what is not included and which trigger is disabled', async () => {
  const storeBrowserZone = `PATCH /api/workspaces/${home.id}` as const;
  const server = aServer({
    ...anasServer(),
    [storeBrowserZone]: { json: home },
    'POST /api/triggers': ({ body }) => ({ status: 201, json: aTrigger({ name: String(Object(body).name) }) }),
  });
  const user = await show();
  const hours = [{ days: [1], from: '08:00', to: '18:00' }];
  const dialog = await opened(
    user,
    aFile([
      { name: 'Gate', conditions: { hours }, people: true },
      { name: 'Door', conditions: { coolDownSeconds: 60 } },
      { name: 'Lamp' },
    ]),
  );
  const off =
    'Switched off: the people in the groups who can run it are not included. Choose them before you switch it on.';
  expect(dialog.getByText(/Scheduled runs and access keys are not included\./)).toBeVisible();
  expect(await rowsOf(dialog)).toEqual([
    `GateWill be addedWith its conditions${off}`,
    'DoorWill be addedWith its conditions',
    'LampWill be added',
  ]);
  expect(dialog.getByText(/^Times in conditions use this workspace’s time zone\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Import 3 triggers' }));
  await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent('Added: 3.'));
  expect(server.sent(storeBrowserZone)).toMatchObject([{ body: { timeZone: expect.any(String) } }]);
  expect(await rowsOf(dialog)).toMatchObject([`GateAddedWith its conditions${off}`, expect.anything(), 'LampAdded']);
  expect(server.sent('POST /api/triggers').map(({ body }) => body)).toEqual([
    { name: 'Gate', enabled: false, conditions: { hours } },
    { name: 'Door', conditions: { coolDownSeconds: 60 } },
    { name: 'Lamp' },
  ]);
});

test('refuses only the trigger whose conditions the server rejects', async () => {
  aServer({
    ...anasServer(),
    'POST /api/triggers': ({ body }) =>
      Object(body).conditions
        ? errorReply(400, 'request.invalid')
        : { status: 201, json: aTrigger({ name: 'Door', id: 'door' }) },
  });
  const user = await show();
  const dialog = await opened(user, aFile([{ name: 'Gate', conditions: { networks: ['home'] } }, { name: 'Door' }]));
  await user.click(await dialog.findByRole('button', { name: 'Import 2 triggers' }));
  await waitFor(async () =>
    expect(await rowsOf(dialog)).toEqual(['GateSkipped, its conditions cannot be read', 'DoorAdded']),
  );
});

test('keeps the added triggers when an import stops, and continues with the rest', async () => {
  let calls = 0;
  aServer({
    ...anasServer(),
    'POST /api/triggers': ({ body }) => {
      calls += 1;
      if (calls === 2) return errorReply(503, 'server.busy');
      return { status: 201, json: aTrigger({ name: String(Object(body).name) }) };
    },
  });
  const user = await show();
  const dialog = await opened(user, aFile([{ name: 'Gate' }, { name: 'Door' }]));
  await user.click(await dialog.findByRole('button', { name: 'Import 2 triggers' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('The import stopped.');
  expect(dialog.queryByRole('link')).toBeNull();
  expect(await rowsOf(dialog)).toEqual(['GateAdded', 'DoorWill be added']);
  await user.click(await dialog.findByRole('button', { name: 'Import 1 trigger' }));
  await waitFor(async () => expect(await rowsOf(dialog)).toEqual(['GateAdded', 'DoorAdded']));
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('shows in its row that a name has been taken, and adds the others', async () => {
  aServer({
    ...anasServer(),
    'POST /api/triggers': ({ body }) =>
      Object(body).name === 'Gate'
        ? errorReply(409, 'trigger.nameTaken')
        : { status: 201, json: aTrigger({ name: 'Door', id: 'door' }) },
  });
  const user = await show();
  const dialog = await opened(user, aFile([{ name: 'Gate' }, { name: 'Door' }]));
  await user.click(await dialog.findByRole('button', { name: 'Import 2 triggers' }));
  await waitFor(async () => expect(await rowsOf(dialog)).toEqual(['GateAlready exists', 'DoorAdded']));
});

test.each([
  ['pt', 'Importar', 'Importar gatilhos', 'Escolher arquivo', 'Não foi possível ler este arquivo.'],
  ['en', 'Import', 'Import triggers', 'Choose file', 'This file could not be read.'],
  ['es', 'Importar', 'Importar disparadores', 'Elegir archivo', 'No se pudo leer este archivo.'],
] as const)(
  'shows in %s that a file cannot be read, and accepts it again',
  async (language, open, title, choose, said) => {
    aServer(anasServer());
    const user = await show(language);
    const file = aFile([{ name: 'Gate' }]);
    vi.spyOn(file, 'text').mockRejectedValueOnce(new DOMException('It moved.', 'NotReadableError'));
    await user.click(await button(open));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await user.upload(dialog.getByLabelText(choose), file);
    expect(await dialog.findByRole('alert')).toHaveTextContent(said);
    await user.upload(dialog.getByLabelText(choose), file);
    expect(await dialog.findByText('Gate')).toBeVisible();
    expect(dialog.queryByRole('alert')).toBeNull();
  },
);

test('refuses a file without triggers and shows the reason', async () => {
  aServer(anasServer());
  const user = await show();
  const dialog = await opened(user, new File(['hello'], 'hello.json', { type: 'application/json' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('This file is not JSON.');
  await user.upload(dialog.getByLabelText('Choose file'), aFile({ no: 'list' }));
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('This file contains no exported triggers.'));
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull();
});
