import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import type { Group } from '#shared/contracts/whatsapp.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';
import { aLinkedGroup } from '#web/testing/a-number.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { GroupsSection } from './groups-section.tsx';

const groupsCall = 'GET /api/whatsapp-groups';
const family = aLinkedGroup(7, 'Família');

const groupsServer = (...groups: readonly Group[]) => aServer({ ...anasServer(), [groupsCall]: { json: groups } });

type Where = { onConnect?: () => void; at?: string; language?: 'pt' | 'en' | 'es'; chipStatus?: ChipStatus };

function show({ onConnect = () => {}, at = '/whatsapp', language = 'en', chipStatus = 'CONNECTED' }: Where = {}) {
  const instance = {
    id: 99,
    workspaceId: home.id,
    phone: '+5511955500001',
    contactName: 'Ana',
    contactPicture: null,
    chipStatus,
    referencedInstanceId: null,
  };
  const Page = () => (
    <>
      <h1 tabIndex={-1}>WhatsApp</h1>
      <GroupsSection instance={instance} onConnect={onConnect} workspaceId={home.id} />
    </>
  );
  return showPage(Page, { at, language });
}

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const silenceConsole = () => vi.spyOn(console, 'error').mockImplementation(() => {});

test('offers a connected number without groups to select one', { tags: 'spec-100.1' }, async () => {
  aServer({ ...anasServer(), [groupsCall]: { json: [] }, 'GET /api/zapbox-instances/99/groups': { json: [] } });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Select group' }));
  expect(await screen.findByRole('dialog', { name: 'Select a group' })).toBeVisible();
});

test.each(['DISCONNECTED', 'CONNECTING', 'WAITING_QR', 'LOST'] as const)(
  'offers nothing for a number that is %s without groups',
  { tags: 'spec-100.1' },
  async (chipStatus) => {
    const server = groupsServer();
    await show({ chipStatus });
    await waitFor(() => expect(server.sent(groupsCall)).not.toEqual([]));
    await waitFor(() => expect(document.querySelector('.animate-shimmer')).toBeNull());
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test(
  'leads to connecting when adding a group to a number that is not connected',
  { tags: ['spec-103.1', 'spec-103.2'] },
  async () => {
    groupsServer(family);
    const onConnect = vi.fn<() => void>();
    const user = await show({ chipStatus: 'LOST', onConnect });
    await user.click(await screen.findByRole('button', { name: 'Add group' }));
    const dialog = await screen.findByRole('dialog', { name: 'Select a group' });
    expect(dialog).toHaveTextContent('Please connect WhatsApp first.');
    expect(within(dialog).queryByRole('radio')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Connect WhatsApp' }));
    expect(onConnect).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test('requests the groups of the current workspace sorted for the language', { tags: 'spec-263.1' }, async () => {
  const server = groupsServer(family);
  await show({ language: 'pt' });
  expect(await screen.findByRole('rowheader', { name: 'Família' })).toBeVisible();
  expect(server.sent(groupsCall)[0]).toMatchObject({ query: '?locale=pt', workspace: String(home.id) });
});

test(
  'shows ten groups per page, searches by name, and keeps both in the address',
  { tags: ['spec-104.2', 'spec-338.1'] },
  async () => {
    groupsServer(...Array.from({ length: 12 }, (_, at) => aLinkedGroup(100 + at, `Group ${at + 1}`)), family);
    const user = await show();
    await screen.findByRole('table', { name: 'Groups' });
    expect(names()).toHaveLength(10);
    expect(screen.getByText('13 groups')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(names()).toEqual(['Group 11', 'Group 12', 'Família']);
    expect(window.location.search).toBe('?page=2');
    await user.type(screen.getByRole('searchbox', { name: 'Search groups' }), 'FAM');
    expect(names()).toEqual(['Família']);
    expect(window.location.search).toBe('?q=FAM');
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No group matches “FAMx”')).toBeVisible();
  },
);

test('shows no pages for ten groups', { tags: 'spec-338.2' }, async () => {
  groupsServer(...Array.from({ length: 10 }, (_, at) => aLinkedGroup(100 + at, `Group ${at + 1}`)));
  await show();
  await screen.findByRole('table');
  expect(names()).toHaveLength(10);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('shows the previous page when the last group of the last page is deleted', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => aLinkedGroup(100 + at, `Group ${at + 1}`));
  const server = aServer({
    ...anasServer(),
    [groupsCall]: { json: [...ten, family] },
    'DELETE /api/whatsapp-groups/7': {},
  });
  const user = await show({ at: '/whatsapp?page=2' });
  await user.click(await screen.findByRole('button', { name: 'Unlink Família' }));
  server.answer(groupsCall, { json: ten });
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink group' }));
  expect(await screen.findByRole('rowheader', { name: 'Group 1' })).toBeVisible();
  expect(names()).toHaveLength(10);
});

test('switches between answers by reaction and by text', async () => {
  const server = aServer({
    ...anasServer(),
    [groupsCall]: { json: [family] },
    'PATCH /api/whatsapp-groups/7': { json: { ...family, successAs: 'text' } },
  });
  const user = await show();
  const name = 'In Família, reply with only ✅ on the message when a command works';
  const quiet = await screen.findByRole('switch', { name });
  expect(quiet).toBeChecked();
  server.answer(groupsCall, { json: [{ ...family, successAs: 'text' }] });
  await user.click(quiet);
  await waitFor(() => expect(screen.getByRole('switch', { name })).not.toBeChecked());
  expect(server.sent('PATCH /api/whatsapp-groups/7')).toMatchObject([{ body: { successAs: 'text' } }]);
  server.answer('PATCH /api/whatsapp-groups/7', { json: family });
  server.answer(groupsCall, { json: [family] });
  await user.click(screen.getByRole('switch', { name }));
  await waitFor(() => expect(screen.getByRole('switch', { name })).toBeChecked());
  expect(server.sent('PATCH /api/whatsapp-groups/7')[1]).toMatchObject({ body: { successAs: 'reaction' } });
});

test('restores the switch and shows the reason when the server refuses the change', async () => {
  silenceConsole();
  aServer({
    ...anasServer(),
    [groupsCall]: { json: [family] },
    'PATCH /api/whatsapp-groups/7': errorReply(404, 'group.notFound'),
  });
  const user = await show();
  await user.click(await screen.findByRole('switch'));
  expect(await screen.findByText('Error changing group')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('switch')).not.toHaveAttribute('aria-busy'));
  expect(screen.getByRole('switch')).toBeChecked();
});

test('unlinks a group after a confirmation', { tags: ['spec-101.1', 'spec-104.1', 'spec-265.1'] }, async () => {
  const server = aServer({ ...anasServer(), [groupsCall]: { json: [family] }, 'DELETE /api/whatsapp-groups/7': {} });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Unlink Família' }));
  const question = await screen.findByRole('alertdialog', { name: 'Unlink “Família”?' });
  expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(server.sent('DELETE /api/whatsapp-groups/7')).toEqual([]);
  server.answer(groupsCall, { json: [] });
  await user.click(within(question).getByRole('button', { name: 'Unlink group' }));
  expect(await screen.findByText('Group unlinked')).toBeVisible();
  expect(screen.getByText('No groups linked yet')).toBeVisible();
  expect(server.sent('DELETE /api/whatsapp-groups/7')).toMatchObject([{ workspace: String(home.id), body: undefined }]);
});

test('focuses the heading of the groups when the focused row disappears', async () => {
  const server = aServer({
    ...anasServer(),
    [groupsCall]: { json: [family, aLinkedGroup(8, 'Vizinhos')] },
    'DELETE /api/whatsapp-groups/7': {},
  });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Unlink Família' }));
  server.answer(groupsCall, { json: [aLinkedGroup(8, 'Vizinhos')] });
  await user.click(await screen.findByRole('button', { name: 'Unlink group' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Groups' })).toHaveFocus());
});

test('shows a failed deletion in Portuguese and refetches the list', { tags: 'spec-327.2' }, async () => {
  const server = aServer({
    ...anasServer(),
    [groupsCall]: { json: [family] },
    'DELETE /api/whatsapp-groups/7': errorReply(404, 'group.notFound'),
  });
  const user = await show({ language: 'pt' });
  await user.click(await screen.findByRole('button', { name: 'Desvincular Família' }));
  server.answer(groupsCall, { json: [] });
  await user.click(await screen.findByRole('button', { name: 'Desvincular grupo' }));
  expect(await screen.findByText('Erro ao excluir grupo')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

test('logs that groups cannot be loaded, and offers to retry', { tags: 'spec-327.3' }, async () => {
  const written = silenceConsole();
  const server = aServer({ ...anasServer(), [groupsCall]: errorReply(503, 'server.busy') });
  const user = await show();
  expect(await screen.findByText('The groups could not be loaded.')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent('The groups could not be loaded.');
  expect(written).toHaveBeenCalledWith('[recado] groups not loaded', expect.anything());
  server.answer(groupsCall, { json: [family] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('rowheader', { name: 'Família' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

async function unlinked(group: Group, chipStatus: ChipStatus = 'CONNECTED') {
  const linked = { ...group, id: 70, successAs: 'reaction' as const };
  const server = groupsServer(group);
  server.answer(`DELETE /api/whatsapp-groups/${group.id}`, {});
  server.answer('POST /api/whatsapp-groups', { status: 201, json: linked });
  server.answer(`PATCH /api/whatsapp-groups/${linked.id}`, { json: { ...linked, successAs: group.successAs } });
  const user = await show({ chipStatus });
  await user.click(await screen.findByRole('button', { name: `Unlink ${group.name}` }));
  server.answer(groupsCall, { json: [] });
  await user.click(await screen.findByRole('button', { name: 'Unlink group' }));
  expect(await screen.findByText('Group unlinked')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  return { server, user, undo: async () => user.click(screen.getByRole('button', { name: 'Undo' })) };
}

test.each([
  ['text', [{ successAs: 'text' }]],
  ['reaction', []],
] as const)('links an unlinked group again on "Undo", and answers by %s as before', async (successAs, changes) => {
  const { server, undo } = await unlinked({ ...family, successAs });
  await undo();
  expect(await screen.findByText('Group linked')).toBeVisible();
  const { jid, name } = family;
  expect(server.sent('POST /api/whatsapp-groups')).toMatchObject([{ body: { jid, name, workspaceId: home.id } }]);
  await waitFor(() => expect(server.sent('PATCH /api/whatsapp-groups/70').map(({ body }) => body)).toEqual(changes));
});

test('explains the group that "Undo" linked again, not the first one', async () => {
  const { server, undo, user } = await unlinked(family);
  server.answer(groupsCall, { json: [aLinkedGroup(1, 'Work'), { ...family, id: 70 }] });
  await undo();
  await user.click(await screen.findByRole('button', { name: 'How to send commands' }));
  const group = await screen.findByRole('combobox', { name: 'Group' });
  await waitFor(() => expect(group).toHaveDisplayValue('Família'));
  expect(document.activeElement).toContainElement(group);
});

test('shows why the undo failed', async () => {
  const { server, undo } = await unlinked(family);
  server.answer('POST /api/whatsapp-groups', errorReply(409, 'group.alreadyLinked'));
  await undo();
  expect(await screen.findByText('Error creating group')).toBeVisible();
});

test('offers no undo when the number is not connected', async () => {
  await unlinked(family, 'LOST');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
