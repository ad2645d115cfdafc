import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { anAccount, anasServer, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { aWorkspace, workspacesServer } from '#web/testing/workspaces-server.ts';

import { AmazonAuthPage } from './amazon-auth-page.tsx';

const beach = aWorkspace({ id: 12, name: 'Beach' });
const asked = ({ sent }: ReturnType<typeof aServer>) => sent('POST /api/workspaces/switch').map(({ body }) => body);

test('the workspace that a mail names becomes the current one, and leaves the address', async () => {
  const server = workspacesServer(beach);
  await showPage(AmazonAuthPage, { at: '/amazon-auth?id=12' });
  await waitFor(() => expect(asked(server)).toEqual([{ workspaceId: 12 }]));
  expect(window.location.search).toBe('');
});

test.each([`?id=${home.id}`, '?id=beach', '?id=-1', '?id=', ''])('nothing is switched by "%s"', async (search) => {
  const server = workspacesServer(beach);
  await showPage(AmazonAuthPage, { at: `/amazon-auth${search}` });
  await screen.findByText('Linked', { selector: 'dt' });
  expect(asked(server)).toEqual([]);
  expect(window.location.search).toBe('');
});

test('who chose another workspace meanwhile, without an account, reads of no success there', async () => {
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notLinked') } });
  await showPage(AmazonAuthPage, { at: '/amazon-auth?success=true' });
  await screen.findByText(/No Amazon account/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText('Amazon account linked')).toBeNull();
});
