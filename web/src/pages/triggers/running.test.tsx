import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';

import { useGroups } from '#web/api/use-groups.ts';
import { aLinkedGroup } from '#web/testing/a-number.ts';
import { aServer, errorReply, late } from '#web/testing/a-server.ts';
import { anAccount, anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { withNamedWorkspace } from '#web/testing/with-named-workspace.tsx';
import { withSkillDialog } from '#web/testing/with-skill-dialog.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { TriggersPage } from './triggers-page.tsx';

type Where = { at?: string; language?: 'pt' | 'en' | 'es' };
const show = ({ at = '/triggers', language = 'en' }: Where = {}) => showPage(TriggersPage, { at, language });

const execute = 'POST /api/triggers/good-night/execute';
const ran = (given: object) => ({
  json: { success: true, message: '', outcome: 'sent', executionId: 'e1', ms: 1234, ...given },
});

test(
  'shows the duration of a run that reached Alexa, and updates the list',
  { tags: ['spec-88.1', 'spec-262.1'] },
  async () => {
    const server = aServer({ ...anasServer(), [execute]: ran({}) });
    const user = await show();
    const run = await screen.findByRole('button', { name: 'Run Good night' });
    server.answer('GET /api/triggers', {
      json: [aTrigger({ name: 'Good night', lastExecuted: new Date().toISOString() })],
    });
    await user.click(run);
    expect(await screen.findByText('Sent to Alexa')).toBeVisible();
    expect(screen.getByText('“Good night” took 1,234 ms.')).toBeVisible();
    expect(server.sent(execute)).toMatchObject([{ body: undefined, workspace: '4711' }]);
    expect(await screen.findByText('Now')).toBeVisible();
  },
);

test.each([
  {
    language: 'en',
    run: 'Run',
    said: 'Amazon token expired, reconnect your Amazon account on the authentication page',
    fix: 'Reconnect',
  },
  {
    language: 'pt',
    run: 'Executar',
    said: 'O token da Amazon expirou, reconecte sua conta Amazon na página de autenticação',
    fix: 'Reconectar',
  },
  {
    language: 'es',
    run: 'Ejecutar',
    said: 'El token de Amazon venció, reconecta tu cuenta de Amazon en la página de autenticación',
    fix: 'Reconectar',
  },
] as const)(
  'shows in $language for a 409 that the token expired, with a link to the Amazon page',
  { tags: 'spec-301.1' },
  async ({ language, run, said, fix }) => {
    aServer({ ...anasServer(), [execute]: errorReply(409, 'amazon.grantRevoked') });
    const user = await show({ language });
    await user.click(await screen.findByRole('button', { name: `${run} Good night` }));
    expect(await screen.findByText(said)).toBeVisible();
    await user.click(screen.getByRole('button', { name: fix }));
    expect(window.location.pathname + window.location.search).toBe(`/amazon-auth?id=${home.id}`);
  },
);

test('shows the same for a 409 without a key', { tags: 'spec-262.1' }, async () => {
  aServer({ ...anasServer(), [execute]: { status: 409, json: { error: 'x' } } });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  expect(await screen.findByText(/^Amazon token expired, reconnect/)).toBeVisible();
});

test(
  'shows an authorization error for a 401 that does not end the session',
  { tags: ['spec-262.1', 'spec-302.1'] },
  async () => {
    aServer({ ...anasServer(), [execute]: { status: 401, json: { error: 'x' } } });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
    expect(await screen.findByText('Could not run the trigger due to an authorization error')).toBeVisible();
  },
);

test.each([
  {
    reply: { outcome: 'throttled', errorKey: 'alexa.throttled', message: 'busy' },
    said: 'Alexa is busy. Try again shortly.',
  },
  { reply: { outcome: 'rejected', message: 'Something of the server' }, said: 'Something of the server' },
  { reply: { outcome: 'rejected', message: '' }, said: 'Unknown error' },
])('shows "$said" for a failed run', { tags: 'spec-303.1' }, async ({ reply, said }) => {
  aServer({ ...anasServer(), [execute]: ran({ success: false, ...reply }) });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByText('“Good night” did not run')).toBeVisible();
});

test('shows the trigger and the reason for any other failure', { tags: 'spec-303.2' }, async () => {
  aServer({ ...anasServer(), [execute]: errorReply(404, 'trigger.notFound') });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  expect(await screen.findByText('“Good night” did not run')).toBeVisible();
  expect(screen.getByText('This trigger does not exist. Reload the page to see the current ones.')).toBeVisible();
});

test('enables a disabled trigger from the toast', async () => {
  const server = aServer({
    ...anasServer(),
    [execute]: ran({ success: false, outcome: 'disabled', errorKey: 'trigger.disabled' }),
    'PATCH /api/triggers/good-night': { json: aTrigger({ name: 'Good night' }) },
  });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  await user.click(await screen.findByRole('button', { name: 'Switch on' }));
  await waitFor(() =>
    expect(server.sent('PATCH /api/triggers/good-night')).toMatchObject([{ body: { enabled: true } }]),
  );
});

test.each([
  ['reinstallSkill', errorReply(409, 'amazon.reinstallSkill'), 'Show how'],
  ['reinstallSkill, with a skill that is off', errorReply(409, 'amazon.enableSkill'), 'Show how'],
  [
    'skillNotEnabled',
    ran({ success: false, outcome: 'skillNotEnabled', errorKey: 'amazon.skillNotEnabled' }),
    'Activate skill',
  ],
] as const)('opens the steps after a run that ended as %s, even if the skill shows as active', async (...given) => {
  const [, reply, button] = given;
  aServer({ ...anasServer(), [execute]: reply });
  const user = await showPage(withSkillDialog(TriggersPage), { at: '/triggers', language: 'en' });
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  await user.click(await screen.findByRole('button', { name: button }));
  expect(screen.getByText('The steps are open')).toBeInTheDocument();
});

test.each([
  ['en', 'Run', 'Enable the skill in the Alexa app, then try again.'],
  ['pt', 'Executar', 'Ative a skill no app Alexa e tente novamente.'],
  ['es', 'Ejecutar', 'Activa la skill en la app Alexa e inténtalo de nuevo.'],
] as const)('asks in %s to enable a skill that is known to be off', async (language, run, description) => {
  aServer({ ...anasServer(), [execute]: errorReply(409, 'amazon.enableSkill') });
  const user = await show({ language });
  await user.click(await screen.findByRole('button', { name: `${run} Good night` }));
  await waitFor(() => expect(toastsNow()).toMatchObject([{ description }]));
});

const unsure = ran({ success: false, outcome: 'unknown', errorKey: 'alexa.unknownOutcome' });

test.each([
  ['en', 'Run', 'We do not know whether “Good night” ran'],
  ['pt', 'Executar', 'Não sabemos se “Good night” foi executado'],
  ['es', 'Ejecutar', 'No sabemos si “Good night” se ejecutó'],
] as const)('does not claim in %s that a run failed when Alexa did not confirm it', async (language, run, title) => {
  aServer({ ...anasServer(), [execute]: unsure });
  const user = await show({ language });
  await user.click(await screen.findByRole('button', { name: `${run} Good night` }));
  expect(await screen.findByText(title)).toBeVisible();
  expect(toastsNow()).toMatchObject([{ title, variant: 'destructive' }]);
});

const cut = () => Promise.reject(new TypeError('Failed to fetch'));

test.each([
  ['en', 'Run', 'We do not know whether “Good night” ran', 'The connection dropped', 'History'],
  ['pt', 'Executar', 'Não sabemos se “Good night” foi executado', 'A conexão caiu', 'Histórico'],
  ['es', 'Ejecutar', 'No sabemos si “Good night” se ejecutó', 'La conexión se cortó', 'Historial'],
] as const)(
  'does not claim in %s that a run failed when the connection was lost, and links the history',
  async (...given) => {
    const [language, run, title, reason, button] = given;
    aServer({ ...anasServer(), [execute]: cut, 'GET /api/triggers/good-night/executions': { json: { items: [] } } });
    const user = await showPage(withNamedWorkspace(TriggersPage), { at: '/triggers', language });
    await user.click(await screen.findByRole('button', { name: `${run} Good night` }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(toastsNow()).toMatchObject([{ variant: 'destructive', description: expect.stringContaining(reason) }]);
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(window.location.search).toBe('?runs=good-night'));
    expect(await screen.findByRole('dialog')).toHaveTextContent(new RegExp(button, 'i'));
  },
);

test.each([
  ['a gateway that gave up', { status: 504, json: {} }, true],
  ['an internal error', errorReply(500, 'server.failed'), true],
  ['a reply that cannot be parsed', { json: { success: 'yes' } }, true],
  ['records that could not be read', errorReply(503, 'server.busy'), false],
  ['too many calls', { status: 429, json: {} }, false],
] as const)('after %s shows the outcome as unknown: %o', async (_, reply, isOpen) => {
  vi.spyOn(console, 'error').mockReturnValue();
  aServer({ ...anasServer(), [execute]: reply });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  const title = isOpen ? 'We do not know whether “Good night” ran' : '“Good night” did not run';
  await waitFor(() => expect(toastsNow()).toMatchObject([{ title }]));
  expect(toastsNow()[0]?.description).not.toMatch(/[:\s]\.|\.\./);
});

test.each([
  ['en', 'Run', '“Good night” did not run', 'You are offline.'],
  ['pt', 'Executar', '“Good night” não foi executado', 'Você está sem conexão.'],
  ['es', 'Ejecutar', '“Good night” no se ejecutó', 'No tienes conexión.'],
] as const)('reports in %s that a run without a network was not sent', async (...given) => {
  const [language, run, title, reason] = given;
  aServer({ ...anasServer(), [execute]: cut });
  const user = await show({ language });
  const button = await screen.findByRole('button', { name: `${run} Good night` });
  act(() => onlineManager.setOnline(false));
  onTestFinished(() => onlineManager.setOnline(true));
  await user.click(button);
  expect(await screen.findByText(title)).toBeVisible();
  expect(toastsNow()).toMatchObject([{ variant: 'destructive', description: expect.stringContaining(reason) }]);
});

test.each([
  ['409', errorReply(409, 'amazon.grantRevoked'), ['Reconnect', 'Check']],
  ['401', { status: 401, json: { error: 'x' } }, ['Reconnect', 'Check']],
  ['reinstallSkill', errorReply(409, 'amazon.reinstallSkill'), ['Show how', 'Check']],
  ['disabled', ran({ success: false, outcome: 'disabled', errorKey: 'trigger.disabled' }), ['Switch on', 'Check']],
  ['unknown', unsure, ['Check']],
] as const)('offers the check after the fix for a run that ended as %s', async (_, reply, labels) => {
  aServer({ ...anasServer(), [execute]: reply });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  await user.click(await screen.findByRole('button', { name: 'Check' }));
  expect(toastsNow()[0]?.actions?.map(({ label }) => label)).toEqual(labels);
  expect(await screen.findByRole('dialog', { name: 'Check “Good night”' })).toBeVisible();
});

test.each([
  ['records that could not be read', errorReply(503, 'server.busy')],
  ['too many calls', { status: 429, json: {} }],
  ['too many calls by one user', errorReply(429, 'request.tooMany')],
] as const)('offers the check for a run that was refused because of %s', async (_, reply) => {
  aServer({ ...anasServer(), [execute]: reply });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  await user.click(await screen.findByRole('button', { name: 'Check' }));
  expect(await screen.findByRole('dialog', { name: 'Check “Good night”' })).toBeVisible();
});

test('offers to refetch the list after a run of a deleted trigger', async () => {
  const server = aServer({ ...anasServer(), [execute]: errorReply(404, 'trigger.notFound') });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  await waitFor(() => expect(toastsNow()[0]?.actions?.map(({ label }) => label)).toEqual(['Refresh']));
  const before = server.sent('GET /api/triggers').length;
  toastsNow()[0]?.actions?.[0]?.onPress();
  await waitFor(() => expect(server.sent('GET /api/triggers').length).toBeGreaterThan(before));
});

test('shows runs from outside the app after a refresh', async () => {
  const server = aServer(anasServer());
  const user = await show();
  expect(await screen.findByText('Never')).toBeVisible();
  server.answer('GET /api/triggers', {
    json: [aTrigger({ name: 'Good night', lastExecuted: new Date().toISOString() })],
  });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Now')).toBeVisible();
});

test('shows what is missing for a trigger that was created while the skill is inactive', async () => {
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': { json: anAccount('notEnabled') },
    'POST /api/triggers': { status: 201, json: aTrigger({ name: 'Movie time' }) },
  });
  const user = await show();
  const create = await screen.findByRole('button', { name: 'Create trigger' });
  await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'));
  await user.click(create);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Movie time');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create trigger' }));
  const done = await screen.findByRole('dialog', { name: '“Movie time” is ready' });
  expect(done).toHaveTextContent('Activate the skill first');
  const buttons = Array.from(done.lastElementChild?.children ?? [], ({ textContent }) => textContent);
  expect(buttons).toEqual(['Done', 'Activate skill']);
  expect(within(done).getAllByRole('button', { name: 'Activate skill' })).toHaveLength(1);
});

test('runs a new trigger with one click after its creation', async () => {
  const movie = aTrigger({ name: 'Movie time' });
  const server = aServer({
    ...anasServer(),
    'POST /api/triggers': { status: 201, json: movie },
    [`POST /api/triggers/${movie.id}/execute`]: ran({}),
  });
  const user = await show();
  const create = await screen.findByRole('button', { name: 'Create trigger' });
  await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'));
  await user.click(create);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Movie time');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create trigger' }));
  await user.click(await screen.findByRole('button', { name: 'Run it now' }));
  expect(await screen.findByText('Sent to Alexa')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent(`POST /api/triggers/${movie.id}/execute`)).toHaveLength(1);
});

test('does not offer WhatsApp after a first run on a stage without gateways', async () => {
  aServer({ ...anasServer(), [execute]: ran({}) });
  const user = await showPage(TriggersPage, { at: '/triggers', config: { hasWhatsapp: false } });
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  expect(await screen.findByText('Sent to Alexa')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add WhatsApp' })).toBeNull();
});

test('offers WhatsApp after a first run from a tile', async () => {
  const server = aServer({ ...anasServer(), [execute]: ran({}) });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: /^Run Good night Not run yet/ }));
  await user.click(await screen.findByRole('button', { name: 'Add WhatsApp' }));
  expect(window.location.pathname + window.location.search).toBe(`/whatsapp?id=${home.id}`);
  expect(server.sent(execute)).toHaveLength(1);
});

test('offers WhatsApp once while the list does not contain the first run', async () => {
  const server = aServer({ ...anasServer(), [execute]: ran({}) });
  const user = await show();
  const run = await screen.findByRole('button', { name: 'Run Good night' });
  server.answer('GET /api/triggers', 'silent');
  await user.click(run);
  expect(await screen.findByRole('button', { name: 'Add WhatsApp' })).toBeVisible();
  await waitFor(() => expect(run).not.toHaveAttribute('aria-busy'));
  await user.click(run);
  await waitFor(() => expect(toastsNow()[0]).toMatchObject({ title: 'Sent to Alexa', actions: [] }));
  expect(server.sent(execute)).toHaveLength(2);
});

test.each([
  ['refused', errorReply(429, 'trigger.tooMany'), 'Did not run', true],
  ['cut off', cut, 'Unclear whether it ran', true],
  ['sent', ran({}), 'Sent, no answer yet', false],
] as const)('shows the same state in tile and row after a run that was %s', async (_, reply, state, isFailure) => {
  const at = new Date().toISOString();
  const receipt = {
    since: at,
    heard: 1,
    silent: 0,
    lastRanAt: at,
    answer: 'ran',
    outcome: 'sent',
    ranMs: 900,
  } as const;
  const trigger = aTrigger({ name: 'Good night', lastExecuted: at, receipt });
  aServer({ ...anasServer(), 'GET /api/triggers': { json: [trigger] }, [execute]: reply });
  const user = await show();
  const row = within(await screen.findByRole('rowheader'));
  // In the row and, on large screens, below it.
  await waitFor(() => expect(row.getAllByText(/^Ran after 0\.9\ss/)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: /^Run Good night Ran after/ }));
  expect(await screen.findByRole('button', { name: `Run Good night ${state}` })).toBeVisible();
  expect((await row.findByText(state)).classList.contains('sm:hidden')).toBe(!isFailure);
  expect(row.queryAllByText(/^Ran after/)).toHaveLength(isFailure ? 0 : 1);
});

test('shows in the tile the progress of a run by the button of the row', async () => {
  const reply = late();
  const server = aServer({ ...anasServer(), [execute]: reply.route });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  const tile = await screen.findByRole('button', { name: 'Run Good night Sending...' });
  await user.click(tile);
  reply.give(ran({}));
  await waitFor(() => expect(tile).toHaveAccessibleName('Run Good night Sent'));
  expect(screen.getByRole('rowheader')).toHaveTextContent('Good nightSent');
  expect(server.sent(execute)).toHaveLength(1);
});

const ranBefore = '2026-11-20T12:00:00.000Z';
test.each([
  ['a trigger’s first run without a group', null, ranBefore, [], 1],
  ['a later run', ranBefore, null, [], 0],
  ['the first run in a workspace with a group', null, null, [aLinkedGroup(7, 'Família')], 0],
  ['the first run of a workspace whose groups are not loaded', null, null, undefined, 1],
  ['a trigger’s first run while the groups are not loaded', null, ranBefore, undefined, 0],
] as const)('offers WhatsApp after %s', async (_, lastExecuted, lastExecutedOfOther, groups, offers) => {
  const other = aTrigger({ id: 'other', name: 'Movie', lastExecuted: lastExecutedOfOther });
  aServer({
    ...anasServer(),
    'GET /api/triggers': { json: [aTrigger({ name: 'Good night', lastExecuted }), other] },
    'GET /api/whatsapp-groups': { json: groups ?? [] },
    [execute]: ran({}),
  });
  // The dashboard has loaded the groups.
  const PageAfterDashboard = () => (useGroups(home.id).data ? <TriggersPage /> : null);
  const Page = groups ? PageAfterDashboard : TriggersPage;
  const user = await showPage(Page, { at: '/triggers' });
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  expect(await screen.findByText('Sent to Alexa')).toBeVisible();
  const buttons = screen.queryAllByRole('button', { name: 'Add WhatsApp' });
  expect(buttons).toHaveLength(offers);
  if (!buttons[0]) return;
  await user.click(buttons[0]);
  expect(window.location.pathname + window.location.search).toBe(`/whatsapp?id=${home.id}`);
});
