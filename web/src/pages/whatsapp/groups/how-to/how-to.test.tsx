import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { aLinkedGroup, aNumber } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { aTrigger, home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { showPage } from '#web/testing/show-page.tsx';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../../whatsapp-page.tsx';
import { endHowToRequest, showHowTo } from './show-how-to.ts';

const family = aLinkedGroup(7, 'Família');
const groupsCall = 'GET /api/whatsapp-groups';
const changeCall = 'PATCH /api/whatsapp-groups/7';

type World = { groups?: readonly (typeof family)[]; triggers?: readonly Trigger[]; language?: 'pt' | 'en' | 'es' };

async function show({ groups = [family], triggers = [aTrigger({ name: 'Gate' })], language = 'en' }: World = {}) {
  const server = whatsAppServer({ instance: aNumber('CONNECTED'), groups });
  server.answer('GET /api/triggers', { json: triggers });
  return { server, user: await showPage(WhatsAppPage, { at: '/whatsapp', language }) };
}

const card = async (name = 'How to send commands') =>
  within((await screen.findByRole('heading', { name })).closest('section') ?? document.body);
const commands = (of: ReturnType<typeof within>, list = 'Triggers') =>
  within(of.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test.each([
  ['en', 'How to send commands', 'Triggers', ['help', 'list', 'status']],
  ['pt', 'Como enviar comandos', 'Gatilhos', ['ajuda', 'lista', 'status']],
  ['es', 'Cómo enviar comandos', 'Disparadores', ['ayuda', 'lista', 'estado']],
] as const)('shows in %s what members may write', async (language, title, list, words) => {
  const webhookOnly = aTrigger({ name: 'Backup', conditions: { channels: ['webhook'] } });
  await show({
    language,
    triggers: [aTrigger({ name: 'Gate' }), aTrigger({ name: 'Off', enabled: false }), webhookOnly],
  });
  const shown = await card(title);
  expect(commands(shown, list)).toEqual(['Gate']);
  for (const word of words) expect(shown.getByText(word, { selector: 'code' })).toBeVisible();
});

test('copies a message for the group with its commands', async () => {
  const { user } = await show({
    triggers: [aTrigger({ name: 'Gate' }), aTrigger({ name: 'Movie' })],
    groups: [{ ...family, prefix: '/' }],
  });
  await user.click((await card()).getByRole('button', { name: 'Copy message' }));
  expect(await navigator.clipboard.readText()).toBe(
    'This group can now control the home. Send one of these:\n• /Gate\n• /Movie\n\n/help explains the rest.',
  );
});

test.each([
  ['Boa noite', null, 'Boa noite'],
  ['Good night!', null, 'Good night!'],
  ['Gate', null, undefined],
  ['Boa noite', 'casa', undefined],
  ['Noite', 'boa', 'boa Noite'],
  ['Boa noite', '/', undefined],
] as const)('warns about the name %j with the prefix %j as %j', async (name, prefix, phrase) => {
  await show({ triggers: [aTrigger({ name })], groups: [{ ...family, prefix }] });
  const shown = await card();
  expect(shown.queryByText(/^People often say/)?.textContent).toBe(phrase && `People often say “${phrase}” in chats`);
  expect(shown.queryAllByText(/choose another prefix/)).toHaveLength(phrase && prefix ? 1 : 0);
});

test('saves a prefix, shows the commands with it, and removes it', async () => {
  const { server, user } = await show();
  const withPrefix = { ...family, prefix: 'casa' };
  server.answer(changeCall, { json: withPrefix });
  const shown = await card();
  const field = shown.getByRole('textbox', { name: 'Prefix (optional)' });
  server.answer(groupsCall, { json: [withPrefix] });
  await user.type(field, ' casa {Enter}');
  expect(await screen.findByText('Prefix saved')).toBeVisible();
  await waitFor(() => expect(commands(shown)).toEqual(['casa Gate']));
  expect(shown.getByText('casa help', { selector: 'code' })).toBeVisible();
  server.answer(changeCall, { json: family });
  await user.clear(field);
  await user.click(shown.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Prefix removed')).toBeVisible();
  expect(server.sent(changeCall).map(({ body }) => body)).toEqual([{ prefix: 'casa' }, { prefix: null }]);
});

test('rejects an invalid prefix next to its field, and sends nothing', async () => {
  const { server, user } = await show();
  const shown = await card();
  await user.type(shown.getByRole('textbox', { name: 'Prefix (optional)' }), 'minha casa{Enter}');
  expect(await shown.findByRole('alert')).toHaveTextContent('Use one word of up to 20 letters or digits');
  expect(server.sent(changeCall)).toEqual([]);
});

test('shows the commands of the chosen group', async () => {
  const work = { ...aLinkedGroup(8, 'Work'), prefix: '!' };
  const { user } = await show({ groups: [family, work] });
  const shown = await card();
  expect(commands(shown)).toEqual(['Gate']);
  await user.selectOptions(shown.getByRole('combobox', { name: 'Group' }), 'Work');
  expect(commands(shown)).toEqual(['!Gate']);
  expect(shown.getByText(/Anyone in “Work”/)).toBeVisible();
});

test('leads to the triggers while a group may run none, and still shows the words and the prefix', async () => {
  await show({ triggers: [], groups: [{ ...family, prefix: 'casa' }] });
  const shown = await card();
  expect(shown.getByRole('link', { name: 'Create trigger' })).toHaveAttribute('href', '/triggers?create');
  for (const word of ['help', 'list', 'status'])
    expect(shown.getByText(`casa ${word}`, { selector: 'code' })).toBeVisible();
  expect(shown.getByRole('textbox', { name: 'Prefix (optional)' })).toHaveValue('casa');
  expect(shown.queryByText('Message for the group')).toBeNull();
});

test('shows only the words and the prefix when the triggers cannot be loaded', async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED'), groups: [family] });
  server.answer('GET /api/triggers', errorReply(503, 'server.busy'));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await showPage(WhatsAppPage, { at: '/whatsapp' });
  const shown = await card();
  expect(shown.getByText('help', { selector: 'code' })).toBeVisible();
  expect(shown.getByRole('textbox', { name: 'Prefix (optional)' })).toBeVisible();
  expect(shown.queryByRole('link', { name: 'Create trigger' })).toBeNull();
});

test('returns to the page for the commands of a group, and focuses their card', async () => {
  const work = { ...aLinkedGroup(8, 'Work'), prefix: '!' };
  const server = whatsAppServer({ instance: aNumber('CONNECTED'), groups: [family, work] });
  server.answer('GET /api/triggers', { json: [aTrigger({ name: 'Gate' })] });
  await showApp('/whatsapp');
  await card();
  act(() => navigate('/terms'));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'How to send commands' })).toBeNull());
  act(() => showHowTo({ workspaceId: home.id, groupId: work.id }));
  const shown = await card();
  await waitFor(() =>
    expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'How to send commands' })),
  );
  expect([window.location.pathname, commands(shown)]).toEqual(['/whatsapp', ['!Gate']]);
});

test('ends the request for a group that is gone, so that the card does not take the focus later', async () => {
  const work = aLinkedGroup(8, 'Work');
  const server = whatsAppServer({ instance: aNumber('CONNECTED'), groups: [family] });
  server.answer('GET /api/triggers', { json: [aTrigger({ name: 'Gate' })] });
  const { queries } = await showApp('/whatsapp');
  const shown = await card();
  act(() => showHowTo({ workspaceId: home.id, groupId: work.id }));
  await waitFor(() => expect(window.location.search).toBe(''));
  server.answer(groupsCall, { json: [family, work] });
  await act(() => queries.invalidateQueries());
  expect(await shown.findByRole('combobox', { name: 'Group' })).toHaveDisplayValue('Família');
});

test('keeps a request for its workspace', async () => {
  const server = whatsAppServer({ instance: aNumber('CONNECTED'), groups: [family, aLinkedGroup(8, 'Work')] });
  server.answer('GET /api/triggers', { json: [aTrigger({ name: 'Gate' })] });
  await showPage(WhatsAppPage, { at: '/whatsapp' });
  const shown = await card();
  act(() => showHowTo({ workspaceId: 99, groupId: 8 }));
  expect(window.location.search).toBe('?id=99');
  expect(shown.getByRole('combobox', { name: 'Group' })).toHaveDisplayValue('Família');
  act(endHowToRequest);
});
