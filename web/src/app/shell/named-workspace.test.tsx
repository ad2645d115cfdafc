import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer, errorReply, late } from '#web/testing/a-server.ts';
import { anAccount, anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { aWorkspace, workspacesServer } from '#web/testing/workspaces-server.ts';

const beach = aWorkspace({ id: 12, name: 'Beach' });
const switchesSent = ({ sent }: ReturnType<typeof aServer>) =>
  sent('POST /api/workspaces/switch').map(({ body }) => body);

test.each(['/activity', '/amazon-auth', '/triggers', '/triggers/gate', '/whatsapp'])(
  'switches to the workspace that a link to %s names, and removes it from the address',
  async (path) => {
    const server = workspacesServer(beach);
    await showApp(`${path}?id=12`);
    await waitFor(() => expect(switchesSent(server)).toEqual([{ workspaceId: 12 }]));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(window.location.pathname).toBe(path);
    expect(switchesSent(server)).toEqual([{ workspaceId: 12 }]);
  },
);

test.each([`?id=${home.id}`, '?id=beach', '?id=-1', '?id=', ''])(
  'does not switch the workspace for "%s"',
  async (search) => {
    const server = workspacesServer(beach);
    await showApp(`/amazon-auth${search}`);
    await screen.findByText('Linked', { selector: 'dt' });
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(switchesSent(server)).toEqual([]);
  },
);

test('reports the linked account only after the switch to the named workspace, and switches once', async () => {
  const server = workspacesServer(beach);
  const switching = late();
  server.answer('POST /api/workspaces/switch', switching.route);
  await showApp('/amazon-auth?success=true&id=12');
  await waitFor(() => expect(switchesSent(server)).toEqual([{ workspaceId: 12 }]));
  expect(screen.queryByText('Amazon account linked')).toBeNull();
  server.answer('GET /api/workspaces/current', { json: { ...beach, workspaceToken: home.workspaceToken } });
  switching.give({ json: { id: 12, name: 'Beach' } });
  expect(await screen.findByText('Amazon account linked')).toBeVisible();
  expect(switchesSent(server)).toEqual([{ workspaceId: 12 }]);
  expect(window.location.search).toBe('');
});

test.each([
  ['/triggers/gate?id=12', 'This trigger does not exist in this workspace.'],
  ['/activity?id=12&trigger=gate', 'The runs could not be loaded.'],
])('shows no failure at %s while the workspace is switched', async (address, failure) => {
  const server = workspacesServer(beach);
  const switching = late();
  server.answer('POST /api/workspaces/switch', switching.route);
  const gate = aTrigger({ name: 'Gate' });
  server.answer('GET /api/triggers', ({ workspace }) => ({ json: workspace === '12' ? [gate] : [] }));
  const noTrigger = errorReply(404, 'trigger.notFound');
  const runs = { json: { items: [] } };
  server.answer('GET /api/executions', ({ workspace }) => (workspace === '12' ? runs : noTrigger));
  const { queries } = await showApp(address);
  await waitFor(() => expect(switchesSent(server)).toEqual([{ workspaceId: 12 }]));
  await waitFor(() => expect(server.sent('GET /api/triggers')).not.toEqual([]));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.queryByText(failure)).toBeNull();
  server.answer('GET /api/workspaces/current', { json: { ...beach, workspaceToken: home.workspaceToken } });
  switching.give({ json: { id: 12, name: 'Beach' } });
  expect(await screen.findAllByText('Gate')).not.toEqual([]);
});

test('does not report a linked account in a workspace without one', async () => {
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notLinked') } });
  await showApp('/amazon-auth?success=true');
  await screen.findByText(/No Amazon account/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText('Amazon account linked')).toBeNull();
});
