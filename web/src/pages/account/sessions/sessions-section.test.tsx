import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer, late, errorReply } from '#web/testing/a-server.ts';
import { anasServer } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';

const hour = 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const laptop = {
  id: 'laptop',
  browser: 'Chrome',
  system: 'Windows',
  createdAt: '2026-01-05T10:00:00.000Z',
  lastUsedAt: ago(60_000),
  current: true,
};
const phone = {
  id: 'phone',
  browser: 'Safari',
  system: 'iPhone',
  createdAt: '2026-01-06T10:00:00.000Z',
  lastUsedAt: ago(3.5 * hour),
  current: false,
};
const program = { id: 'program', createdAt: ago(2 * hour), lastUsedAt: ago(2 * hour), current: false };

function aServerWith(...sessions: (typeof laptop | typeof phone | typeof program)[]) {
  let all = sessions;
  const end = (id: string) => ({
    [`DELETE /api/sessions/${id}`]: () => {
      all = all.filter((session) => session.id !== id);
      return { status: 204 };
    },
  });
  return aServer({
    ...anasServer(),
    'GET /api/sessions': () => ({ json: all }),
    'DELETE /api/sessions': ({ query }) => {
      all = query === '?which=others' ? all.filter(({ current }) => current) : [];
      return { status: 204 };
    },
    'POST /api/auth/logout': { status: 204 },
    ...end('laptop'),
    ...end('phone'),
    ...end('program'),
  });
}

const table = () => screen.findByRole('table', { name: 'Your sessions' });
const rowOf = async (name: RegExp) => within(await table()).findByRole('row', { name });
const confirm = async () => within(await screen.findByRole('alertdialog'));

test('lists the sessions with device, last use and start, this device first', async () => {
  aServerWith(laptop, phone, program);
  await showApp('/account');
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1);
  const cells = rows.map((row) => within(row).getByRole('rowheader').textContent);
  expect(cells).toEqual(['Chrome on Windows This device', 'Safari on iPhone', 'Unknown device']);
  expect(within(rows[0] ?? document.body).getByText('Now')).toBeInTheDocument();
  expect(within(rows[1] ?? document.body).getByText('About 3 hours ago')).toBeInTheDocument();
  expect(within(rows[1] ?? document.body).getByText('January 6, 2026')).toBeInTheDocument();
});

test.each([
  ['en', 'Within the last hour', 'About 1 hour ago', 'About 23 hours ago'],
  ['pt', 'Na última hora', 'Há cerca de 1 hora', 'Há cerca de 23 horas'],
  ['es', 'En la última hora', 'Hace cerca de 1 hora', 'Hace cerca de 23 horas'],
] as const)('shows the last use in %s in hours at most', async (language, ...texts) => {
  const used = [0.9, 1.9, 23.9].map((hours, index) => ({ ...phone, id: `${index}`, lastUsedAt: ago(hours * hour) }));
  aServerWith(laptop, ...used, { ...phone, lastUsedAt: '2026-01-06T10:00:00.000Z' });
  await showApp('/account', language);
  for (const text of texts) expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getAllByText(/January 6, 2026|6 de janeiro de 2026|6 de enero de 2026/)).toHaveLength(5);
});

test.each([
  ['pt', 'Chrome no Windows', 'Sair em todos os dispositivos'],
  ['es', 'Chrome en Windows', 'Cerrar sesión en todos'],
] as const)('names devices and buttons in %s as the e-mail does', async (language, device, button) => {
  aServerWith(laptop);
  await showApp('/account', language);
  expect(await screen.findByRole('rowheader', { name: new RegExp(device) })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: button })).toBeInTheDocument();
});

test('ends another session after a confirmation, removes it from the list and keeps the focus there', async () => {
  const server = aServerWith(laptop, phone);
  const { user } = await showApp('/account');
  await user.click(await screen.findByRole('button', { name: 'Sign out of “Safari on iPhone”' }));
  const question = await confirm();
  expect(question.getByText('End the session “Safari on iPhone”?')).toBeInTheDocument();
  expect(server.sent('DELETE /api/sessions/phone')).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('Session ended: Safari on iPhone')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('row', { name: /Safari/ })).toBeNull());
  expect(server.sent('DELETE /api/sessions/phone')).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

test('ends nothing on Cancel and returns the focus', async () => {
  const server = aServerWith(laptop, phone);
  const { user } = await showApp('/account');
  const button = await screen.findByRole('button', { name: 'Sign out everywhere' });
  await user.click(button);
  await user.click((await confirm()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(button).toHaveFocus());
  expect(server.heard.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('leaves only this device in the list after signing out everywhere else', async () => {
  const server = aServerWith(laptop, phone, program);
  const { user } = await showApp('/account');
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  await user.click((await confirm()).getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('Signed out everywhere else')).toBeInTheDocument();
  await waitFor(async () => expect(within(await table()).getAllByRole('row')).toHaveLength(2));
  expect(server.sent('DELETE /api/sessions').map(({ query }) => query)).toEqual(['?which=others']);
  expect(window.location.pathname).toBe('/account');
});

test.each([
  ['Sign out everywhere', 'Sign out everywhere', 'DELETE /api/sessions'],
  ['Sign out of “Chrome on Windows”', 'Sign out', 'DELETE /api/sessions/laptop'],
])('shows sign-in and clears the user’s data when "%s" ends this session', async (...words) => {
  const [button, confirmation, call] = words;
  const server = aServerWith(laptop, phone);
  const { user, queries } = await showApp('/account');
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click((await confirm()).getByRole('button', { name: confirmation }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to Recado' })).toBeInTheDocument();
  expect(server.sent(call ?? '')).toHaveLength(1);
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[1]),
  ).not.toContain('/api/sessions');
});

test('treats a session that has already ended as ended', async () => {
  const server = aServerWith(laptop, phone);
  const { user } = await showApp('/account');
  await user.click(await screen.findByRole('button', { name: 'Sign out of “Safari on iPhone”' }));
  server.answer('DELETE /api/sessions/phone', errorReply(404, 'request.notFound'));
  server.answer('GET /api/sessions', { json: [laptop] });
  await user.click((await confirm()).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Safari/ })).toBeNull());
});

test('shows a failure in the dialog and allows a retry', async () => {
  const server = aServerWith(laptop, phone);
  const { user } = await showApp('/account');
  await user.click(await screen.findByRole('button', { name: 'Sign out of “Safari on iPhone”' }));
  server.answer('DELETE /api/sessions/phone', errorReply(503, 'server.busy'));
  const question = await confirm();
  await user.click(question.getByRole('button', { name: 'Sign out' }));
  expect(await question.findByRole('alert')).toHaveTextContent(
    'We could not confirm that you were signed out. Try again.',
  );
  server.answer('DELETE /api/sessions/phone', { status: 204 });
  await user.click(question.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('Session ended: Safari on iPhone')).toBeInTheDocument();
});

test('shows that the list cannot be loaded and retries it', async () => {
  const server = aServerWith(laptop);
  server.answer('GET /api/sessions', errorReply(503, 'server.busy'));
  const { user } = await showApp('/account');
  expect(await screen.findByText('Your sessions could not be loaded.')).toBeInTheDocument();
  expect(screen.getByText('ana@example.com')).toBeInTheDocument();
  server.answer('GET /api/sessions', { json: [laptop] });
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }));
  expect(await rowOf(/Chrome/)).toBeInTheDocument();
});

test('shows the heading while the list loads', async () => {
  const server = aServerWith(laptop);
  const answer = late();
  server.answer('GET /api/sessions', answer.route);
  await showApp('/account');
  expect(await screen.findByRole('heading', { name: 'Where you are signed in' })).toBeInTheDocument();
  expect(screen.queryByRole('table')).toBeNull();
  answer.give({ json: [laptop] });
  expect(await rowOf(/Chrome/)).toBeInTheDocument();
});
