import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer, late, errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { anasServer } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

const subscription = 'GET /api/subscription/4711';
const busy = errorReply(503, 'server.busy');
const toasts = () => toastsNow().filter(({ open }) => open);

async function broken(at: string, call: string) {
  const failure = late();
  const server = aServer({ ...anasServer(), [subscription]: { json: aSubscription('active') }, [call]: failure.route });
  const { user } = await showApp(at);
  await screen.findByRole('heading', { level: 1 });
  failure.give(busy);
  return { user, server };
}

test.each([
  ['/workspaces', 'GET /api/workspaces', 'The workspaces could not be loaded.'],
  ['/subscription', 'GET /api/workspaces/current', 'Workspace ID not available'],
  ['/subscription?id=4711', 'GET /api/workspaces', 'Workspace ID not available'],
  ['/subscription', subscription, 'Failed to fetch subscription'],
  ['/whatsapp', 'GET /api/workspaces/current', 'The WhatsApp connection could not be loaded.'],
  ['/whatsapp', 'GET /api/amazon-auth', 'The WhatsApp connection could not be loaded.'],
  ['/whatsapp', subscription, 'The WhatsApp connection could not be loaded.'],
  ['/dashboard', 'GET /api/workspaces/current', 'The workspace could not be loaded.'],
  ['/dashboard', 'GET /api/triggers', 'Some of this page could not be loaded.'],
  ['/triggers', 'GET /api/triggers', 'The triggers could not be loaded.'],
  ['/amazon-auth', 'GET /api/amazon-auth', 'The linked account could not be loaded.'],
])('shows on %s a failure of %s once, in place, also after a retry', async (at, call, said) => {
  const { user, server } = await broken(at, call);
  const page = within(screen.getByRole('main'));
  expect(await page.findByRole('alert')).toHaveTextContent(said);
  expect(toasts()).toEqual([]);
  const before = server.sent(call).length;
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.sent(call).length).toBeGreaterThan(before));
  expect(await page.findByRole('alert')).toHaveTextContent(said);
  expect(toasts()).toEqual([]);
});

test.each([
  ['/workspaces', 'GET /api/workspaces/current'],
  ['/workspaces', 'GET /api/amazon-auth'],
  ['/subscription', 'GET /api/amazon-auth'],
  ['/amazon-auth', 'GET /api/workspaces'],
])('shows on %s, which has no text for it, a failure of %s as a toast', async (at, call) => {
  await broken(at, call);
  await waitFor(() => expect(toasts()).toMatchObject([{ variant: 'destructive' }]));
});

test('shows a toast when the refetch after a change fails, and keeps the list', async () => {
  const server = aServer(anasServer());
  const { user } = await showApp('/triggers');
  const onOff = await screen.findByRole('switch', { name: 'Good night is on' });
  const [trigger] = anasServer()['GET /api/triggers'].json;
  server.answer('PATCH /api/triggers/good-night', { json: { ...trigger, enabled: false } });
  server.answer('GET /api/triggers', busy);
  await user.click(onOff);
  await waitFor(() => expect(toasts()).toMatchObject([{ variant: 'destructive' }]));
  expect(screen.getByRole('rowheader', { name: /Good night/ })).toBeVisible();
});

test.each(['GET /api/amazon-auth', 'GET /api/triggers'])(
  'redirects to sign-in when the session is over, even if the page handles failures of %s',
  async (call) => {
    aServer({ ...anasServer(), [call]: errorReply(401, 'auth.sessionExpired') });
    await showApp('/triggers');
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  },
);

test('redirects to sign-in on a 401 without a key, with one message', async () => {
  const server = aServer(anasServer());
  const { user } = await showApp('/triggers');
  const onOff = await screen.findByRole('switch', { name: 'Good night is on' });
  server.answer('PATCH /api/triggers/good-night', { status: 401, json: { message: 'Unauthorized' } });
  await user.click(onOff);
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(toasts()).toMatchObject([{ title: 'Session expired' }]);
});
