import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { routes } from '#web/app/routes.ts';
import { rememberAddress, takeAddress } from '#web/platform/remembered-address.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer, home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { pass, stopLimits, until } from '#web/testing/stopped-clock.ts';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

beforeEach(() => sessionStorage.clear());

const nobody = { ...anasServer(), 'GET /api/auth/user': errorReply(401, 'auth.sessionExpired') };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const address = () => window.location.pathname + window.location.search;

test('shows "Loading..." on protected pages while checking the user', { tags: 'spec-37.1' }, async () => {
  aServer({ ...anasServer(), 'GET /api/auth/user': () => new Promise(() => {}) });
  await showApp('/dashboard');
  expect(screen.getAllByRole('status').map((said) => said.textContent)).toContain('Loading...');
});

test.each(routes.flatMap(({ access, path }) => (access === 'signedIn' ? [`${path}?q=door`] : [])))(
  'redirects a signed-out visitor from %s to sign-in without an expiry message',
  { tags: ['spec-37.1', 'spec-233.3', 'spec-288.1'] },
  async (path) => {
    aServer(nobody);
    await showApp(path);
    await heading('Sign in to Recado');
    expect(address()).toBe('/login');
    expect(toastsNow()).toEqual([]);
  },
);

test.each([false, true])('returns to the wanted address after signing in, with StrictMode %s', async (isStrict) => {
  aServer(nobody);
  await showApp('/triggers?q=night', 'en', { isStrict });
  await waitFor(() => expect(address()).toBe('/login'));
  cleanup();
  aServer(anasServer());
  await showApp('/', 'en', { isStrict });
  await waitFor(() => expect(address()).toBe('/triggers?q=night'));
});

test('forgets where a plan was requested when the user signs out', async () => {
  aServer({ ...anasServer(), 'POST /api/auth/logout': { status: 204 } });
  const { user } = await showApp('/dashboard');
  await heading('Dashboard');
  rememberAddress('checkout', '/whatsapp', home.id);
  const [logout] = screen.getAllByRole('button', { name: 'Sign out' });
  await user.click(logout ?? document.body);
  await heading('Sign in to Recado');
  expect(takeAddress('checkout')).toBeUndefined();
});

test('shows "not found" with the brand and a sign-in link to a visitor without a session', async () => {
  aServer(nobody);
  await showApp('/nowhere');
  await heading('Page Not Found');
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/login');
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Recado' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
});

test(
  'shows "not found" inside the shell to a signed-in user, in the user’s language',
  { tags: 'spec-35.1' },
  async () => {
    aServer(anasServer());
    await showApp('/nowhere', 'pt');
    await heading('Página não encontrada');
    expect(screen.getByRole('navigation', { name: 'Navegação principal' })).toBeInTheDocument();
    expect(document.title).toBe('Página não encontrada · Recado');
  },
);

test.each(['/', '/login'])(
  'redirects a signed-in user from %s to the dashboard',
  { tags: ['spec-26.1', 'spec-27.1', 'spec-60.1'] },
  async (at) => {
    aServer(anasServer());
    await showApp(at);
    await heading('Dashboard');
    expect(address()).toBe('/dashboard');
    expect(document.title).toBe('Dashboard · Recado');
  },
);

test.each(['/terms', '/privacy', '/status'])(
  'shows %s without requesting the user',
  { tags: ['spec-38.1', 'spec-238.1'] },
  async (at) => {
    const server = aServer(nobody);
    await showApp(at);
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(server.sent('GET /api/auth/user')).toEqual([]);
  },
);

test('sets the window title, focuses the heading and marks the link on navigation', async () => {
  aServer(anasServer());
  const { user } = await showApp('/dashboard');
  await heading('Dashboard');
  await user.click(screen.getByRole('link', { name: 'Triggers' }));
  await waitFor(async () => expect(await heading('Triggers')).toHaveFocus());
  expect(document.title).toBe('Triggers · Recado');
  expect(screen.getByRole('link', { name: 'Triggers' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
});

test(
  'signs out once, with one message, when the session expires, and stores the address',
  { tags: ['spec-40.1', 'spec-173.1'] },
  async () => {
    const server = aServer(anasServer());
    const { queries } = await showApp('/triggers?q=night');
    await heading('Triggers');
    for (const call of ['GET /api/triggers', 'GET /api/workspaces', 'GET /api/amazon-auth', 'GET /api/auth/user'])
      server.answer(call, errorReply(401, 'auth.sessionExpired'));
    await queries.invalidateQueries();
    await heading('Sign in to Recado');
    expect(address()).toBe('/login');
    expect(toastsNow()).toMatchObject([{ title: 'Session expired', variant: 'destructive' }]);
    expect(await screen.findAllByText('Your session has expired. Please sign in again.')).toHaveLength(1);
    expect(queries.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[0] === 4711 })).toEqual([]);
  },
);

test(
  'ends the session, clears the user’s data and shows sign-in after signing out',
  { tags: ['spec-48.1', 'spec-173.2', 'spec-247.1'] },
  async () => {
    const server = aServer({ ...anasServer(), 'POST /api/auth/logout': { status: 204 } });
    const { user, queries } = await showApp('/dashboard');
    await heading('Dashboard');
    const [logout] = screen.getAllByRole('button', { name: 'Sign out' });
    if (!logout) throw new Error('no way out');
    await user.click(logout);
    await heading('Sign in to Recado');
    expect(address()).toBe('/login');
    expect(server.sent('POST /api/auth/logout')).toMatchObject([{ body: undefined }]);
    expect(queries.getQueryData([4711, '/api/triggers', {}, {}])).toBeUndefined();
  },
);

test('keeps the user on the page when the server fails', async () => {
  const server = aServer({ ...anasServer(), 'GET /api/auth/user': errorReply(503, 'server.busy') });
  const { user } = await showApp('/dashboard');
  await screen.findByText('We could not check whether you are signed in.');
  server.answer('GET /api/auth/user', anasServer()['GET /api/auth/user']);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Dashboard');
  expect(address()).toBe('/dashboard');
});

test('offers to try again when the network is silent for 8 s, and asks no second time before that', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  stopLimits();
  const server = aServer({ ...anasServer(), 'GET /api/auth/user': 'silent' });
  const started = showApp('/dashboard', 'en', { asksAhead: true });
  await until(() => expect(server.sent('GET /api/auth/user')).toHaveLength(1));
  await pass(7_900);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await pass(100);
  await started;
  expect(screen.getByText('We could not check whether you are signed in.')).toBeVisible();
  expect(server.sent('GET /api/auth/user')).toHaveLength(1);
  server.answer('GET /api/auth/user', anasServer()['GET /api/auth/user']);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await until(() => expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible());
});

test('shows that it is offline instead of a failure, and continues when the network is back', async () => {
  onlineManager.setOnline(false);
  const server = aServer({ ...anasServer(), 'GET /api/auth/user': () => Promise.reject(new TypeError('offline')) });
  await showApp('/dashboard');
  await screen.findByText('You are offline.');
  expect(screen.queryByText('We could not check whether you are signed in.')).toBeNull();
  server.answer('GET /api/auth/user', anasServer()['GET /api/auth/user']);
  act(() => onlineManager.setOnline(true));
  await heading('Dashboard');
});

test(
  'links the sign-in page to both providers with the name of the first workspace',
  { tags: ['spec-55.1', 'spec-56.1', 'spec-256.1', 'spec-257.1'] },
  async () => {
    aServer(nobody);
    await showApp('/login', 'pt');
    expect(await screen.findByRole('link', { name: 'Entrar com a Amazon' })).toHaveAttribute(
      'href',
      '/api/auth/amazon?defaultWorkspaceName=Meu+workspace',
    );
    expect(screen.getByRole('link', { name: 'Entrar com o Google' })).toHaveAttribute(
      'href',
      '/api/auth/google?defaultWorkspaceName=Meu+workspace',
    );
    expect(screen.getByRole('link', { name: 'Termos de uso' })).toHaveAttribute('href', '/terms');
    expect(screen.getByRole('link', { name: 'Política de privacidade' })).toHaveAttribute('href', '/privacy');
  },
);

test('offers the three languages with their flags on the sign-in page', { tags: 'spec-54.1' }, async () => {
  aServer(nobody);
  const { user } = await showApp('/login');
  const choices = within(await screen.findByRole('group', { name: 'Language' })).getAllByRole('button');
  expect(choices.map((choice) => choice.textContent)).toEqual(['Português', 'English', 'Español']);
  expect(choices.map((choice) => choice.querySelectorAll('svg[aria-hidden=true]').length)).toEqual([1, 1, 1]);
  expect(screen.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Español' }));
  await heading('Iniciar sesión en Recado');
});

test.each([
  ['auth.cancelled', 'Sign-in was canceled. You can try again at any time.'],
  ['made.up', 'Please try again.'],
  ['__proto__', 'Please try again.'],
])('shows the reason for the return to sign-in: %s', { tags: 'spec-331.1' }, async (key, said) => {
  aServer(nobody);
  await showApp(`/login?error=${key}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(`Sign-in failed${said}`);
});
