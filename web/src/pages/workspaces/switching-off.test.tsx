import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aLinkedGroup } from '#web/testing/a-number.ts';
import { errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { aTrigger, home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { showPage } from '#web/testing/show-page.tsx';
import { aWorkspace, workspacesServer } from '#web/testing/workspaces-server.ts';

import { WorkspacesPage } from './workspaces-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(WorkspacesPage, { at: '/workspaces', language });
const beach = aWorkspace({ id: 8, name: 'Beach house' });
const flat = aWorkspace({ id: 9, name: 'Old flat', status: 'INATIVO' });
const patch = `PATCH /api/workspaces/${beach.id}`;
const subscription = `GET /api/subscription/${beach.id}`;

async function asked(user: Awaited<ReturnType<typeof show>>) {
  await user.click(await screen.findByRole('button', { name: 'Deactivate Beach house' }));
  const question = await screen.findByRole('alertdialog', { name: 'Deactivate “Beach house”?' });
  const confirm = () => within(question).getByRole('button', { name: 'Deactivate workspace' });
  await waitFor(() => expect(confirm()).not.toHaveAttribute('aria-disabled'));
  return { question, confirm };
}

test(
  'shows the losses in numbers before deactivating a workspace',
  { tags: ['spec-135.1', 'spec-180.2'] },
  async () => {
    const server = workspacesServer(beach);
    const three = ['One', 'Two', 'Three'].map((name) => aTrigger({ name, workspaceId: beach.id }));
    server.answer('GET /api/triggers', ({ workspace }) => ({ json: workspace === '8' ? three : [] }));
    server.answer('GET /api/whatsapp-groups', ({ workspace }) => ({
      json: workspace === '8' ? [aLinkedGroup(1, 'Family')] : [],
    }));
    const user = await show();
    const { question } = await asked(user);
    expect(question).toHaveAccessibleDescription(/permanently removes/);
    await waitFor(() => expect(question).toHaveTextContent('All 3 triggers are deleted'));
    expect(question).toHaveTextContent('Its only WhatsApp group is unlinked and can no longer run triggers.');
    expect(question).toHaveTextContent('The group stays in WhatsApp.');
    expect(question).toHaveTextContent('Its Amazon account is unlinked');
    expect(question).toHaveTextContent('Its WhatsApp number is disconnected');
    expect(question).not.toHaveTextContent('You are in this workspace now');
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Deactivate Beach house' })).toHaveFocus());
    expect(server.sent(patch)).toEqual([]);
  },
);

test.each([
  ['pt', 'Desativar Beach house', /gatilho/, /grupo/],
  ['en', 'Deactivate Beach house', /trigger/, /group/],
  ['es', 'Desactivar Beach house', /disparador/, /grupo/],
] as const)(
  'lists in %s no loss of triggers and groups for an empty workspace',
  { tags: 'spec-180.2' },
  async (language, deactivate, triggers, groups) => {
    const server = workspacesServer(beach);
    for (const call of ['GET /api/triggers', 'GET /api/whatsapp-groups']) server.answer(call, { json: [] });
    const user = await show(language);
    await user.click(await screen.findByRole('button', { name: deactivate }));
    const question = await screen.findByRole('alertdialog');
    const losses = within(question).getByRole('list');
    await waitFor(() => expect(losses).not.toHaveTextContent(triggers));
    await waitFor(() => expect(losses).not.toHaveTextContent(groups));
    expect(within(losses).getAllByRole('listitem')).toHaveLength(2);
  },
);

test('shows the losses without numbers when they cannot be loaded', { tags: 'spec-180.2' }, async () => {
  const server = workspacesServer(beach);
  server.answer('GET /api/triggers', errorReply(500, 'server.failed'));
  server.answer('GET /api/whatsapp-groups', errorReply(500, 'server.failed'));
  server.answer(subscription, errorReply(500, 'server.failed'));
  const user = await show();
  const { question } = await asked(user);
  expect(question).toHaveTextContent('All triggers are deleted');
  expect(question).toHaveTextContent('All WhatsApp groups are unlinked');
  expect(screen.queryByText('Error')).toBeNull();
});

test(
  'deactivates with one call with status, name and default flag, and refetches what was removed',
  { tags: ['spec-177.1', 'spec-178.3', 'spec-253.1', 'spec-255.1'] },
  async () => {
    const server = workspacesServer(beach);
    const { user, queries } = await showApp('/workspaces');
    const { confirm } = await asked(user);
    const gone = [
      '/api/amazon-auth',
      '/api/triggers',
      '/api/zapbox-instances/current',
      '/api/zapbox-instances/available',
      '/api/whatsapp-groups',
    ];
    for (const path of gone) queries.setQueryData([beach.id, path, 'unused'], 'old');
    await user.click(confirm());
    expect(await screen.findByText('Workspace deactivated')).toBeInTheDocument();
    // The server removes account, number and groups itself.
    const changes = server.heard.filter(({ method }) => method !== 'GET');
    expect(changes.map(({ method, path, body }) => [`${method} ${path}`, body])).toEqual([
      [patch, { status: 'INATIVO', name: 'Beach house', defaultWorkspace: false }],
    ]);
    const activate = await screen.findByRole('button', { name: 'Activate Beach house' });
    await waitFor(() => expect(activate).toHaveFocus());
    expect(gone.map((path) => queries.getQueryState([beach.id, path, 'unused'])?.isInvalidated)).toEqual(
      gone.map(() => true),
    );
  },
);

test('keeps the confirmed losses on screen while the change runs', async () => {
  const server = workspacesServer(beach);
  const trigger = aTrigger({ name: 'One', workspaceId: beach.id });
  server.answer('GET /api/triggers', () => ({ json: server.sent(patch).length > 0 ? [] : [trigger] }));
  const user = await show();
  const { question, confirm } = await asked(user);
  await waitFor(() => expect(question).toHaveTextContent('Its only trigger is deleted'));
  const before = server.sent('GET /api/triggers').length;
  server.answer('GET /api/whatsapp-groups', () => new Promise(() => {}));
  await user.click(confirm());
  await waitFor(() => expect(server.sent('GET /api/triggers').length).toBeGreaterThan(before));
  await waitFor(() => expect(server.sent('GET /api/whatsapp-groups').length).toBeGreaterThan(1));
  expect(question).toHaveTextContent('Its only trigger is deleted');
});

test('makes the default workspace current when the current one is deactivated', { tags: 'spec-178.3' }, async () => {
  const server = workspacesServer(beach);
  server.answer('GET /api/workspaces/current', () => ({
    json: server.sent(patch).length > 0 ? home : { ...beach, workspaceToken: 'secret' },
  }));
  const { user } = await showApp('/workspaces');
  await screen.findByRole('button', { name: 'Workspace Beach house' });
  const { question, confirm } = await asked(user);
  expect(question).toHaveTextContent('You are in this workspace now. You will continue in “Casa”.');
  await user.click(confirm());
  expect(await screen.findByRole('button', { name: 'Workspace Casa' })).toBeInTheDocument();
  expect(await screen.findByText('You are now in Casa.')).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'Casa Current' })).toBeVisible();
  await waitFor(() => expect(server.sent('GET /api/amazon-auth').at(-1)?.workspace).toBe(String(home.id)));
});

test.each(['active', 'trialing'])(
  'refuses to deactivate with a plan that is %s, and links the plan',
  { tags: ['spec-217.1', 'spec-319.1'] },
  async (status) => {
    const server = workspacesServer(beach);
    server.answer(subscription, { json: { ...aSubscription(status), workspaceId: beach.id } });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Deactivate Beach house' }));
    const dialog = await screen.findByRole('alertdialog', { name: '“Beach house” stays active' });
    expect(within(dialog).getByRole('alert')).toHaveTextContent(
      'Cannot deactivate a workspace with an active subscription',
    );
    expect(within(dialog).queryByRole('button', { name: 'Deactivate workspace' })).toBeNull();
    const link = within(dialog).getByRole('link', { name: 'View subscription' });
    expect(link).toHaveAttribute('href', '/subscription?id=8');
    await user.click(link);
    expect(window.location.pathname + window.location.search).toBe('/subscription?id=8');
    expect(server.sent(patch)).toEqual([]);
  },
);

test.each(['inactive', 'past_due', 'canceled'])('deactivates with a plan that is %s', async (status) => {
  const server = workspacesServer(beach);
  server.answer(subscription, { json: { ...aSubscription(status), workspaceId: beach.id } });
  const user = await show();
  const { confirm } = await asked(user);
  await user.click(confirm());
  expect(await screen.findByRole('button', { name: 'Activate Beach house' })).toBeVisible();
});

test('shows the server’s refusal when a plan has just begun, and links the plan', { tags: 'spec-319.1' }, async () => {
  workspacesServer(beach).answer(patch, errorReply(409, 'workspace.subscriptionRunning'));
  const user = await show('pt');
  await user.click(await screen.findByRole('button', { name: 'Desativar Beach house' }));
  const confirm = await screen.findByRole('button', { name: 'Desativar workspace' });
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'));
  await user.click(confirm);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Não é possível desativar um workspace com assinatura ativa',
  );
  expect(screen.getByRole('link', { name: 'Ver assinatura' })).toHaveAttribute('href', '/subscription?id=8');
});

test.each([
  ['workspace.isYourDefault', 'Cannot deactivate your default workspace'],
  ['workspace.flaggedDefault', 'Cannot deactivate a workspace set as default'],
  ['server.busy', 'We could not access our data.'],
])(
  'shows the refusal %s in the dialog, which can be confirmed again',
  { tags: ['spec-217.1', 'spec-253.1', 'spec-319.1'] },
  async (errorKey, said) => {
    const server = workspacesServer(beach);
    server.answer(patch, errorReply(409, errorKey));
    const user = await show();
    const { question, confirm } = await asked(user);
    await user.click(confirm());
    const alert = await within(question).findByRole('alert');
    expect(alert).toHaveTextContent('Error deactivating workspace');
    expect(alert).toHaveTextContent(said);
    server.answer(patch, { json: { ...beach, status: 'INATIVO' } });
    server.answer('GET /api/workspaces', { json: [home, { ...beach, status: 'INATIVO' }] });
    await user.click(confirm());
    expect(await screen.findByRole('button', { name: 'Activate Beach house' })).toBeVisible();
  },
);

test('activates a workspace after a confirmation', { tags: ['spec-135.1', 'spec-177.1', 'spec-253.1'] }, async () => {
  const server = workspacesServer(flat);
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Activate Old flat' }));
  const question = await screen.findByRole('alertdialog', { name: 'Activate “Old flat”?' });
  expect(question).toHaveAccessibleDescription(/Anything removed when you deactivated it stays removed/);
  await user.click(within(question).getByRole('button', { name: 'Activate workspace' }));
  expect(await screen.findByText('Workspace activated')).toBeVisible();
  const deactivate = await screen.findByRole('button', { name: 'Deactivate Old flat' });
  await waitFor(() => expect(deactivate).toHaveFocus());
  expect(server.sent(`PATCH /api/workspaces/${flat.id}`).map(({ body }) => body)).toEqual([
    { status: 'ATIVO', name: 'Old flat', defaultWorkspace: false },
  ]);
});

test('offers to switch to a workspace that was activated', async () => {
  const server = workspacesServer(flat);
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Activate Old flat' }));
  await user.click(await screen.findByRole('button', { name: 'Activate workspace' }));
  await user.click(await screen.findByRole('button', { name: 'Switch' }));
  expect(await screen.findByText('Workspace switched')).toBeVisible();
  expect(server.sent('POST /api/workspaces/switch').map(({ body }) => body)).toEqual([{ workspaceId: flat.id }]);
});

test('does not offer to switch to the current workspace after its activation', async () => {
  const server = workspacesServer(flat);
  server.answer('GET /api/workspaces/current', { json: { ...flat, workspaceToken: home.workspaceToken } });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Activate Old flat' }));
  await user.click(await screen.findByRole('button', { name: 'Activate workspace' }));
  expect(await screen.findByText('Workspace activated')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Switch' })).toBeNull();
});

test.each([
  ['pt', 'Ativar Old flat', 'Ativar workspace', 'Erro ao ativar workspace'],
  ['en', 'Activate Old flat', 'Activate workspace', 'Error activating workspace'],
  ['es', 'Activar Old flat', 'Activar espacio de trabajo', 'Error al activar el espacio de trabajo'],
] as const)(
  'shows in %s a refused activation in the dialog',
  { tags: 'spec-319.1' },
  async (language, button, confirm, said) => {
    workspacesServer(flat).answer(`PATCH /api/workspaces/${flat.id}`, errorReply(503, 'server.busy'));
    const user = await show(language);
    await user.click(await screen.findByRole('button', { name: button }));
    await user.click(await screen.findByRole('button', { name: confirm }));
    expect(await screen.findByRole('alert')).toHaveTextContent(said);
  },
);

test('focuses the heading when the row has disappeared', async () => {
  const server = workspacesServer(beach);
  const user = await show();
  const { confirm } = await asked(user);
  server.answer('GET /api/workspaces', { json: [home] });
  await user.click(confirm());
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Beach house' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});
