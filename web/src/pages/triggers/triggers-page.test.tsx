import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { aServer, errorReply } from '#web/testing/a-server.ts';
import { chooseFor } from '#web/testing/choose-for.ts';
import { anAccount, anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { TriggersPage } from './triggers-page.tsx';

type Where = { at?: string; language?: 'pt' | 'en' | 'es' };
const show = ({ at = '/triggers', language = 'en' }: Where = {}) => showPage(TriggersPage, { at, language });

const goodNight = aTrigger({ name: 'Good night', description: 'Lights out' });
const dialogOf = (name: string | RegExp) => screen.findByRole('dialog', { name });

const createButton = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  return button;
};
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent?.replace('Not run yet', ''));

test(
  'keeps the create button focusable without a linked account, and explains it',
  { tags: ['spec-86.1', 'spec-235.1'] },
  async () => {
    aServer({
      ...anasServer(),
      'GET /api/amazon-auth': { json: anAccount('notLinked') },
      'GET /api/triggers': { json: [] },
    });
    const user = await show();
    expect(await screen.findByRole('link', { name: 'Link account' })).toHaveAttribute('href', '/amazon-auth');
    const create = screen.getByRole('button', { name: 'Create trigger' });
    expect(create).toHaveAttribute('aria-disabled', 'true');
    expect(create).toHaveAccessibleDescription('Link an Amazon account to create triggers.');
    expect(create).not.toBeDisabled();
    await user.click(create);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toastsNow()).toMatchObject([{ title: 'Link an Amazon account to create triggers.' }]);
  },
);

test('keeps the list when the account cannot be loaded, and explains why no trigger can be created', async () => {
  const server = aServer({ ...anasServer(), 'GET /api/amazon-auth': errorReply(503, 'server.busy') });
  const user = await show();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The linked Amazon account could not be loaded.');
  expect(alert).toHaveTextContent('We could not access our data. Try again shortly.');
  expect(names()).toEqual(['Good night']);
  const create = screen.getByRole('button', { name: 'Create trigger' });
  expect(create).toHaveAttribute('aria-disabled', 'true');
  expect(create).toHaveAccessibleDescription('The linked Amazon account could not be loaded.');
  await user.click(create);
  expect(toastsNow()).toMatchObject([{ title: 'The linked Amazon account could not be loaded.' }]);

  server.answer('GET /api/amazon-auth', { json: anAccount('active') });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await createButton('Create trigger')).not.toHaveAccessibleDescription();
  await waitFor(() => expect(screen.queryByText('We could not access our data. Try again shortly.')).toBeNull());
  expect(names()).toEqual(['Good night']);
});

test.each([
  { what: 'the triggers', call: 'GET /api/triggers', json: [goodNight] },
  { what: 'the workspace', call: 'GET /api/workspaces/current', json: home },
])('retries on request when $what cannot be loaded', async ({ call, json }) => {
  const server = aServer({ ...anasServer(), [call]: errorReply(500, 'server.failed') });
  const user = await show();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The triggers could not be loaded.');
  expect(alert).toHaveTextContent('Something went wrong on our side. Try again shortly.');
  const create = screen.getByRole('button', { name: 'Create trigger' });
  await waitFor(() => expect(create).toHaveAttribute('aria-disabled', 'true'));
  expect(create).toHaveAccessibleDescription('The triggers could not be loaded.');
  server.answer(call, { json });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('rowheader', { name: /Good night/ })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test.each([
  {
    typed: 'ab',
    language: 'en',
    create: 'Create trigger',
    field: 'Name',
    said: 'Name must have at least 3 characters',
  },
  {
    typed: 'Door #1',
    language: 'en',
    create: 'Create trigger',
    field: 'Name',
    said: 'Only letters, numbers and spaces are allowed',
  },
  {
    typed: 'x'.repeat(111),
    language: 'pt',
    create: 'Criar gatilho',
    field: 'Nome',
    said: 'O nome deve ter no máximo 110 caracteres',
  },
] as const)(
  'refuses the name "$typed" at the field, then validates while typing',
  { tags: ['spec-214.1', 'spec-214.2', 'spec-337.1'] },
  async ({ typed, language, create, field, said }) => {
    const server = aServer(anasServer());
    const user = await show({ language });
    await user.click(await createButton(create));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole('textbox', { name: field });
    await waitFor(() => expect(name).toHaveFocus());
    await user.type(name, typed);
    expect(name).not.toHaveAttribute('aria-invalid');
    await user.click(within(dialog).getByRole('button', { name: create }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(said);
    expect(name).toHaveAccessibleDescription(expect.stringContaining(said));
    expect(name).toHaveFocus();
    await user.clear(name);
    await user.type(name, 'Boa noite');
    await waitFor(() => expect(name).not.toHaveAttribute('aria-invalid'));
    expect(server.sent('POST /api/triggers')).toEqual([]);
  },
);

test(
  'refuses an existing name at the field in Spanish',
  { tags: ['spec-214.3', 'spec-296.1', 'spec-305.1'] },
  async () => {
    aServer({ ...anasServer(), 'POST /api/triggers': errorReply(409, 'trigger.nameTaken') });
    const user = await show({ language: 'es' });
    await user.click(await createButton('Crear disparador'));
    await user.type(await screen.findByRole('textbox', { name: 'Nombre' }), 'Buenas noches');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Crear disparador' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Ya existe un disparador con este nombre. Por favor, elija un nombre diferente.',
    );
  },
);

test(
  'shows a refusal without a field above the form',
  { tags: ['spec-296.1', 'spec-304.1', 'spec-304.2'] },
  async () => {
    aServer({ ...anasServer(), 'POST /api/triggers': errorReply(409, 'trigger.limitReached') });
    const user = await show();
    await user.click(await createButton('Create trigger'));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Good night');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create trigger' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error creating trigger');
    expect(alert).toHaveTextContent('Alexa allows 300 devices per Amazon account.');
  },
);

test(
  'shows name, webhook URL, phrase and routine after creating, and copies the hidden secret',
  { tags: ['spec-87.1', 'spec-89.1', 'spec-149.2', 'spec-259.1'] },
  async () => {
    const server = aServer({
      ...anasServer(),
      'POST /api/triggers': { status: 201, json: aTrigger({ name: 'Movie time', deviceId: 'dev-9' }) },
    });
    const user = await show();
    await user.click(await createButton('Create trigger'));
    const form = await dialogOf('Create a trigger');
    await user.type(within(form).getByRole('textbox', { name: 'Name' }), '  Movie   time ');
    await user.type(within(form).getByRole('textbox', { name: 'Description (optional)' }), 'Friday');
    await user.click(within(form).getByRole('button', { name: 'Create trigger' }));

    const done = await dialogOf('“Movie time” is ready');
    expect(server.sent('POST /api/triggers')).toMatchObject([
      { body: { name: 'Movie time', description: 'Friday', userId: 'ana' }, workspace: String(home.id) },
    ]);
    expect(await within(done).findByText(/hooks\.example\/prod\/trigger\/4711\/dev-9\?token=•+$/)).toBeVisible();
    expect(done).not.toHaveTextContent(home.workspaceToken);
    expect(done).toHaveTextContent('Alexa, turn on Movie time');
    expect(within(done).getAllByRole('listitem')).toHaveLength(5);

    await user.click(within(done).getByRole('button', { name: 'Copy webhook URL' }));
    expect(await navigator.clipboard.readText()).toBe(
      `https://hooks.example/prod/trigger/4711/dev-9?token=${home.workspaceToken}`,
    );
    await user.click(within(done).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create trigger' })).toHaveFocus());
  },
);

test.each([
  [
    'en',
    'Create trigger',
    'Name',
    'Alexa, turn on Boa noite',
    ['When this happens', 'Smart Home', 'Run', 'Add action'],
  ],
  [
    'pt',
    'Criar gatilho',
    'Nome',
    'Alexa, ative Boa noite',
    ['Quando isso acontecer', 'Casa inteligente', 'Executado', 'Adicionar ação'],
  ],
  [
    'es',
    'Crear disparador',
    'Nombre',
    'Alexa, activa Boa noite',
    ['Cuando esto suceda', 'Casa inteligente', 'Ejecutado', 'Agregar acción'],
  ],
] as const)(
  'explains the routine in %s after creating with the terms of the Alexa app',
  async (language, create, field, phrase, menus) => {
    aServer({ ...anasServer(), 'POST /api/triggers': { status: 201, json: aTrigger({ name: 'Boa noite' }) } });
    const user = await show({ language });
    await user.click(await createButton(create));
    await user.type(await screen.findByRole('textbox', { name: field }), 'Boa noite');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: create }));
    const steps = within(await dialogOf(/“Boa noite”/)).getByRole('list');
    for (const menu of menus) expect(within(steps).getByText(menu)).toBeVisible();
    expect(within(steps).getByText('Boa noite')).toBeVisible();
    expect(screen.getByText(`“${phrase}”`)).toBeVisible();
  },
);

test(
  'searches by name in any case, ten per page, and keeps both in the address',
  { tags: ['spec-87.1', 'spec-226.1', 'spec-338.1'] },
  async () => {
    const many = Array.from({ length: 12 }, (_, index) => aTrigger({ name: `Light ${index + 1}` }));
    aServer({ ...anasServer(), 'GET /api/triggers': { json: [...many, aTrigger({ name: 'Garage' })] } });
    const user = await show();
    await screen.findByRole('rowheader', { name: /^Light 1(?!\d)/ });
    expect(names()).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(names()).toEqual(['Light 11', 'Light 12', 'Garage']);
    expect(window.location.search).toBe('?page=2');

    await user.type(screen.getByRole('searchbox', { name: 'Search triggers' }), 'GAR');
    expect(names()).toEqual(['Garage']);
    expect(window.location.search).toBe('?q=GAR');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();

    await user.type(screen.getByRole('searchbox'), 'zz');
    expect(screen.getByText('No trigger matches “GARzz”')).toBeVisible();
  },
);

test('opens the new trigger that the address asks for, once', async () => {
  aServer(anasServer());
  await show({ at: '/triggers?create' });
  expect(await screen.findByRole('dialog', { name: 'Create a trigger' })).toBeVisible();
  expect(window.location.search).toBe('');
});

test('forgets the new trigger that the address asks for while no account is linked', async () => {
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notLinked') } });
  await show({ at: '/triggers?create' });
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('disables a trigger with its switch', { tags: 'spec-149.2' }, async () => {
  const server = aServer({
    ...anasServer(),
    'PATCH /api/triggers/good-night': { json: { ...goodNight, enabled: false } },
  });
  const user = await show();
  const light = await screen.findByRole('switch', { name: 'Good night is on', checked: true });
  server.answer('GET /api/triggers', { json: [{ ...goodNight, enabled: false }] });
  await user.click(light);
  expect(await screen.findByRole('switch', { name: 'Good night is on', checked: false })).toBeVisible();
  expect(server.sent('PATCH /api/triggers/good-night')).toMatchObject([{ body: { enabled: false } }]);
});

test('deletes a trigger after a confirmation', { tags: ['spec-88.1', 'spec-261.1'] }, async () => {
  const server = aServer({ ...anasServer(), 'DELETE /api/triggers/good-night': {} });
  const user = await show();
  await chooseFor(user, 'Good night', 'Delete');
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Good night”?' });
  expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  server.answer('GET /api/triggers', { json: [] });
  await user.click(within(question).getByRole('button', { name: 'Delete trigger' }));
  expect(await screen.findByText('No triggers yet')).toBeVisible();
  expect(screen.getByText('Trigger deleted')).toBeVisible();
  expect(server.sent('DELETE /api/triggers/good-night')).toMatchObject([
    { body: undefined, workspace: String(home.id) },
  ]);
});

test('shows a failed deletion in Portuguese', { tags: 'spec-306.1' }, async () => {
  aServer({ ...anasServer(), 'DELETE /api/triggers/good-night': errorReply(503, 'server.busy') });
  const user = await show({ language: 'pt' });
  await chooseFor(user, 'Good night', 'Excluir');
  await user.click(await screen.findByRole('button', { name: 'Excluir gatilho' }));
  expect(await screen.findByText('Erro ao excluir trigger')).toBeVisible();
  expect(screen.getByText('Não conseguimos acessar nossos dados. Tente novamente em instantes.')).toBeVisible();
});

test(
  'copies the whole webhook URL of a row without showing its secret',
  { tags: ['spec-88.1', 'spec-210.1', 'spec-282.1'] },
  async () => {
    aServer(anasServer());
    const user = await show();
    await chooseFor(user, 'Good night', 'Copy webhook URL');
    expect(await screen.findByText('Webhook URL of Good night')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(
      `https://hooks.example/prod/trigger/4711/device-1?token=${home.workspaceToken}`,
    );
    expect(document.body).not.toHaveTextContent(home.workspaceToken);
  },
);

test(
  'shows an error and the address to copy by hand when the browser refuses to copy',
  { tags: ['spec-298.1', 'spec-330.1'] },
  async () => {
    aServer(anasServer());
    const user = await show();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await chooseFor(user, 'Good night', 'Copy webhook URL');
    const dialog = await dialogOf('The webhook URL could not be copied');
    expect(screen.getByText('An error occurred')).toBeInTheDocument();
    const address = within(dialog).getByRole('textbox', { name: 'Webhook URL' });
    expect(address).toHaveValue(`https://hooks.example/prod/trigger/4711/device-1?token=${home.workspaceToken}`);
  },
);

test('replaces the webhook secret after a confirmation, and uses it in new addresses', async () => {
  const server = aServer({
    ...anasServer(),
    'POST /api/workspaces/4711/rotate-token': { json: { workspaceToken: 'another-token' } },
  });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Replace secret' }));
  const question = await screen.findByRole('alertdialog', { name: 'Replace the webhook secret?' });
  expect(server.sent('POST /api/workspaces/4711/rotate-token')).toEqual([]);
  server.answer('GET /api/workspaces/current', { json: { ...home, workspaceToken: 'another-token' } });
  await user.click(within(question).getByRole('button', { name: 'Replace secret' }));
  expect(await screen.findByText('Webhook secret replaced')).toBeVisible();
  await chooseFor(user, 'Good night', 'Copy webhook URL');
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('token=another-token'));
});

test('shows that the secret could not be replaced', async () => {
  aServer({ ...anasServer(), 'POST /api/workspaces/4711/rotate-token': errorReply(503, 'server.busy') });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Replace secret' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Replace secret' }));
  expect(await screen.findByText('The webhook secret could not be replaced')).toBeVisible();
});

test('shows no English text in Portuguese', async () => {
  aServer({ ...anasServer(), 'GET /api/triggers': { json: [] } });
  await show({ language: 'pt' });
  expect(screen.getByRole('heading', { level: 1, name: 'Gatilhos' })).toBeVisible();
  expect(await screen.findByText('Nenhum gatilho ainda')).toBeVisible();
});
