import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { Group, GroupChoice } from '#shared/contracts/whatsapp.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { GroupsSection } from './groups-section.tsx';

const groupsCall = 'GET /api/whatsapp-groups';
const choicesCall = 'GET /api/zapbox-instances/99/groups';
const linkCall = 'POST /api/whatsapp-groups';

const choice = (name: string, more: Partial<GroupChoice> = {}): GroupChoice => ({
  jid: `${name}@g.us`,
  name,
  canPost: true,
  ...more,
});
const asGroup = ({ jid, name }: GroupChoice): Group => ({
  id: 7,
  jid,
  name,
  workspaceId: home.id,
  successAs: 'reaction',
  prefix: null,
});

const family = choice('Família');
const work = choice('Work');
const news = choice('News', { canPost: null });

type World = { choices?: readonly GroupChoice[]; linked?: readonly GroupChoice[] };

const server = ({ choices = [family, news, work], linked = [] }: World = {}) =>
  aServer({
    ...anasServer(),
    [groupsCall]: { json: linked.map(asGroup) },
    [choicesCall]: { json: choices },
  });

const connected = {
  id: 99,
  workspaceId: home.id,
  phone: '+5511955500001',
  contactName: 'Ana',
  contactPicture: null,
  chipStatus: 'CONNECTED',
  referencedInstanceId: null,
} as const;
const Page = () => <GroupsSection onConnect={() => {}} instance={connected} workspaceId={home.id} />;

async function open(language: 'pt' | 'en' | 'es' = 'en') {
  const user = await showPage(Page, { at: '/whatsapp', language });
  await user.click(await screen.findByRole('button', { name: /^(Select group|Add group|Selecionar grupo)$/ }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
}

const shown = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));

test(
  'lists the groups in the server’s order, which is requested for the language',
  { tags: 'spec-276.1' },
  async () => {
    const at = server();
    const { dialog } = await open('pt');
    await dialog.findByRole('radio', { name: 'Família' });
    expect(shown()).toEqual(['Família', 'News', 'Work']);
    expect(at.sent(choicesCall)[0]).toMatchObject({ query: '?locale=pt', workspace: String(home.id) });
  },
);

test('shows that groups are loading while WhatsApp responds slowly', async () => {
  const at = server();
  let answer = (_: { json: unknown }) => {};
  at.answer(choicesCall, () => new Promise((resolve) => (answer = resolve)));
  const { dialog } = await open();
  expect(dialog.getByText('Loading groups...')).toBeInTheDocument();
  expect(dialog.getByRole('searchbox', { name: 'Filter groups' })).toHaveFocus();
  await waitFor(() => expect(at.sent(choicesCall)).not.toEqual([]));
  answer({ json: [family] });
  expect(await dialog.findByRole('radio', { name: 'Família' })).toBeVisible();
  expect(dialog.queryByText('Loading groups...')).toBeNull();
});

test('filters names regardless of case and accents', async () => {
  server();
  const { user, dialog } = await open();
  await dialog.findByRole('radio', { name: 'Família' });
  await user.type(dialog.getByRole('searchbox', { name: 'Filter groups' }), 'FAMILIA');
  expect(shown()).toEqual(['Família']);
  await user.type(dialog.getByRole('searchbox'), 'x');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(dialog.getByText('No group matches “FAMILIAx”.')).toBeVisible();
});

test('links the group to the workspace, shows a toast and closes', { tags: ['spec-102.1', 'spec-264.1'] }, async () => {
  const at = server();
  at.answer(linkCall, { status: 201, json: asGroup(family) });
  const { user, dialog } = await open();
  await user.click(await dialog.findByRole('radio', { name: 'Família' }));
  at.answer(groupsCall, { json: [asGroup(family)] });
  await user.click(dialog.getByRole('button', { name: 'Link group' }));
  expect(await screen.findByRole('rowheader', { name: 'Família' })).toBeVisible();
  expect(screen.getByText('Group linked')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'How to send commands' }));
  expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'How to send commands' }));
  expect(at.sent(linkCall)).toMatchObject([
    {
      workspace: String(home.id),
      body: { name: 'Família', jid: 'Família@g.us', workspaceId: home.id, userId: home.id },
    },
  ]);
});

test('requires a chosen group that the filter does not hide', { tags: 'spec-224.1' }, async () => {
  const at = server();
  const { user, dialog } = await open();
  const radio = await dialog.findByRole('radio', { name: 'Família' });
  await user.click(dialog.getByRole('button', { name: 'Link group' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose a group.');
  expect(dialog.getByRole('radiogroup')).toHaveAccessibleDescription('Choose a group.');
  expect(radio).toHaveFocus();
  await user.click(radio);
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.type(dialog.getByRole('searchbox'), 'work');
  await user.click(dialog.getByRole('button', { name: 'Link group' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose a group.');
  await user.type(dialog.getByRole('searchbox'), ' and nothing');
  await user.click(dialog.getByRole('button', { name: 'Link group' }));
  expect(dialog.getByRole('searchbox')).toHaveFocus();
  expect(at.sent(linkCall)).toEqual([]);
});

test('disables a group that is already linked, and says so', async () => {
  server({ linked: [family] });
  const { dialog } = await open();
  const radio = await dialog.findByRole('radio', { name: 'Família' });
  expect(radio).toBeDisabled();
  expect(radio).toHaveAccessibleDescription('Already linked');
  expect(dialog.getByRole('radio', { name: 'Work' })).toBeEnabled();
});

test.each([null, false])('allows a group in which the number cannot write (%s), and says so', async (canPost) => {
  server({ choices: [choice('News', { canPost })] });
  const { user, dialog } = await open();
  const radio = await dialog.findByRole('radio', { name: 'News' });
  expect(radio).toHaveAccessibleDescription(/Only admins can write here/);
  await user.click(radio);
  expect(radio).toBeChecked();
});

test.each([
  [409, 'group.alreadyLinked', 'This group is already linked. Choose another one.'],
  [409, 'group.limitReached', 'A workspace can link up to 100 groups.'],
  [409, 'workspace.planRequired', 'This needs an active plan or trial. Choose a plan under Subscription.'],
  [503, 'server.busy', 'We could not access our data.'],
] as const)(
  'shows %i %s in the dialog, which stays open',
  { tags: ['spec-264.1', 'spec-327.1'] },
  async (status, key, says) => {
    const at = server();
    at.answer(linkCall, errorReply(status, key));
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('radio', { name: 'Work' }));
    await user.click(dialog.getByRole('button', { name: 'Link group' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('Error creating group');
    expect(alert).toHaveTextContent(says);
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(dialog.getByRole('radio', { name: 'Work' })).toBeChecked();
  },
);

test('removes a group that the number has left from the list, and says so', async () => {
  const at = server();
  at.answer(linkCall, errorReply(404, 'group.notFound'));
  const { user, dialog } = await open();
  await user.click(await dialog.findByRole('radio', { name: 'Work' }));
  at.answer(choicesCall, { json: [family] });
  await user.click(dialog.getByRole('button', { name: 'Link group' }));
  expect(
    await dialog.findByText('WhatsApp no longer lists this group for this number. Choose another one.'),
  ).toBeVisible();
  await waitFor(() => expect(dialog.queryByRole('radio', { name: 'Work' })).toBeNull());
  expect(dialog.getByRole('radio', { name: 'Família' })).toBeEnabled();
});

test('retries on request when the groups cannot be loaded', async () => {
  const at = server();
  at.answer(choicesCall, errorReply(503, 'whatsapp.unavailable'));
  const { user, dialog } = await open();
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent('The groups of this number could not be loaded.');
  expect(alert).toHaveTextContent('WhatsApp is not responding. Try again shortly.');
  expect(dialog.queryByRole('button', { name: 'Link group' })).toBeNull();
  at.answer(choicesCall, { json: [family] });
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('radio', { name: 'Família' })).toBeVisible();
});

test('reloads on request when WhatsApp has not listed any groups yet', { tags: 'spec-150.2' }, async () => {
  const at = server({ choices: [] });
  const { user, dialog } = await open();
  expect(await dialog.findByText('This number is not in a group you can link.')).toBeVisible();
  expect(dialog.getByText(/open its invite link on this number’s phone/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Link group' })).toBeNull();
  at.answer(choicesCall, { json: [family] });
  await user.click(dialog.getByRole('button', { name: 'Load again' }));
  expect(await dialog.findByRole('radio', { name: 'Família' })).toBeVisible();
});

test('requests the groups again on each opening', async () => {
  const at = server();
  const { user, dialog } = await open();
  await dialog.findByRole('radio', { name: 'Work' });
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  at.answer(choicesCall, { json: [choice('New one')] });
  await user.click(screen.getByRole('button', { name: 'Select group' }));
  expect(await screen.findByRole('radio', { name: 'New one' })).toBeVisible();
});

test('keeps the filter after Back has closed the dialog, until Cancel', async () => {
  server();
  const { user, dialog } = await open();
  await user.type(dialog.getByRole('searchbox'), 'work');
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const reopened = async () => {
    await user.click(screen.getByRole('button', { name: 'Select group' }));
    return screen.findByRole('searchbox', { name: 'Filter groups' });
  };
  window.history.back();
  await isClosed();
  expect(await reopened()).toHaveValue('work');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await isClosed();
  expect(await reopened()).toHaveValue('');
});

test('discards the filter after a group is linked', async () => {
  const at = server();
  at.answer(linkCall, { status: 201, json: asGroup(work) });
  const { user, dialog } = await open();
  await user.type(dialog.getByRole('searchbox'), 'work');
  await user.click(await dialog.findByRole('radio', { name: 'Work' }));
  at.answer(groupsCall, { json: [asGroup(work)] });
  await user.click(dialog.getByRole('button', { name: 'Link group' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Add group' }));
  expect(await screen.findByRole('searchbox', { name: 'Filter groups' })).toHaveValue('');
});
