import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { errorReply } from '#web/testing/a-server.ts';
import { anasServer, home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { aWorkspace, workspacesServer } from '#web/testing/workspaces-server.ts';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

const execute = 'POST /api/triggers/good-night/execute';
const triggers = anasServer()['GET /api/triggers'].json;

/** Shows the triggers of Casa. Beach has none. */
async function atCasa() {
  const server = workspacesServer(aWorkspace({ id: 12, name: 'Beach' }));
  server.answer('GET /api/triggers', ({ workspace }) => ({ json: workspace === String(home.id) ? triggers : [] }));
  return { server, ...(await showApp('/triggers')) };
}

type User = Awaited<ReturnType<typeof showApp>>['user'];

async function switchTo(user: User, from: string, to: string) {
  await user.click(await screen.findByRole('button', { name: `Workspace ${from}` }));
  await user.click(await screen.findByRole('menuitemradio', { name: to }));
  await screen.findByRole('button', { name: `Workspace ${to}` });
  await waitFor(() => expect(toastsNow()).toMatchObject([{ title: 'Workspace switched' }]));
}

const actionOf = (label: string) => toastsNow()[0]?.actions?.find((action) => action.label === label);

test.each([
  ['Check', { json: { success: false, message: '', outcome: 'throttled', executionId: 'e1', ms: 9 } }],
  ['History', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('the button "%s" of a run opens the workspace in which the trigger ran', async (label, reply) => {
  const { server, user } = await atCasa();
  server.answer(execute, reply);
  server.answer('GET /api/triggers/good-night/executions', { json: { items: [] } });
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  await waitFor(() => expect(actionOf(label)).toBeDefined());
  const button = actionOf(label);
  await switchTo(user, 'Casa', 'Beach');
  await act(async () => button?.onPress());
  await screen.findByRole('dialog', { name: label === 'Check' ? 'Check “Good night”' : 'Run history' });
  expect(server.sent('POST /api/workspaces/switch').map(({ body }) => body)).toEqual([
    { workspaceId: 12 },
    { workspaceId: home.id },
  ]);
  const asked = server.heard.filter(({ path }) => path.startsWith('/api/triggers/'));
  expect(new Set(asked.map(({ workspace }) => workspace))).toEqual(new Set([String(home.id)]));
});

test.each([
  ['Reconnect', 'amazon.grantRevoked'],
  ['Show how', 'amazon.reinstallSkill'],
] as const)('the button "%s" of a run opens the account of its workspace', async (label, errorKey) => {
  const { server, user } = await atCasa();
  server.answer(execute, errorReply(409, errorKey));
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  await waitFor(() => expect(actionOf(label)).toBeDefined());
  const button = actionOf(label);
  await switchTo(user, 'Casa', 'Beach');
  await act(async () => button?.onPress());
  await screen.findByRole('button', { name: 'Workspace Casa' });
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/amazon-auth'));
});

test('the button "Switch" of an activated workspace reports the switch after the user left the page', async () => {
  const off = aWorkspace({ id: 13, name: 'Office', status: 'INATIVO' });
  workspacesServer(off);
  const { user } = await showApp('/workspaces');
  await user.click(await screen.findByRole('button', { name: 'Activate Office' }));
  await user.click(await screen.findByRole('button', { name: 'Activate workspace' }));
  await waitFor(() => expect(actionOf('Switch')).toBeDefined());
  const button = actionOf('Switch');
  await user.click(screen.getByRole('link', { name: 'Triggers' }));
  await screen.findByRole('button', { name: 'Run Good night' });
  await act(async () => button?.onPress());
  await waitFor(() => expect(toastsNow()).toMatchObject([{ title: 'Workspace switched', description: 'Office' }]));
});

test('the button of a new workspace opens its account after another switch', async () => {
  const { user } = await atCasa();
  await user.click(await screen.findByRole('button', { name: 'Workspace Casa' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Create workspace' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Office{Enter}');
  await waitFor(() => expect(actionOf('Link Amazon account')).toBeDefined());
  const button = actionOf('Link Amazon account');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await switchTo(user, 'Office', 'Beach');
  await act(async () => button?.onPress());
  await screen.findByRole('button', { name: 'Workspace Office' });
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/amazon-auth'));
});
