import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { routes } from '#web/app/routes.ts';
import { aServer, refused } from '#web/testing/a-server.ts';
import { anasServer } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

beforeEach(() => sessionStorage.clear());

const nobody = { ...anasServer(), 'GET /api/auth/user': refused(401, 'auth.sessionExpired') };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const address = () => window.location.pathname + window.location.search;

test('protected pages say Loading... while the user is checked', { tags: 'spec-37.1' }, async () => {
  aServer({ ...anasServer(), 'GET /api/auth/user': () => new Promise(() => {}) });
  await showApp('/dashboard');
  expect(screen.getAllByRole('status').map((said) => said.textContent)).toContain('Loading...');
});

test.each(routes.flatMap(({ access, path }) => (access === 'signedIn' ? [`${path}?q=door`] : [])))(
  'a visitor on %s without a session goes to sign in, without a message about an expired session',
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

test('a visitor without a session on an unknown page reads whose page it is, that it is not there, and how to sign in', async () => {
  aServer(nobody);
  await showApp('/nowhere');
  await heading('Page Not Found');
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/login');
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Recado' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
});

test('people who are signed in read it inside the shell, in their language', { tags: 'spec-35.1' }, async () => {
  aServer(anasServer());
  await showApp('/nowhere', 'pt');
  await heading('Página não encontrada');
  expect(screen.getByRole('navigation', { name: 'Navegação principal' })).toBeInTheDocument();
  expect(document.title).toBe('Página não encontrada · Recado');
});

test.each(['/', '/login'])(
  '%s leads people who are signed in to the dashboard',
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
  '%s shows without asking who is there',
  { tags: ['spec-38.1', 'spec-238.1'] },
  async (at) => {
    const server = aServer(nobody);
    await showApp(at);
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(server.sent('GET /api/auth/user')).toEqual([]);
  },
);

test('moving to another page names the window, focuses its heading and marks the link', async () => {
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
  'a session that expires while working signs out once, says so once, and remembers the address',
  { tags: ['spec-40.1', 'spec-173.1'] },
  async () => {
    const server = aServer(anasServer());
    const { queries } = await showApp('/triggers?q=night');
    await heading('Triggers');
    for (const call of ['GET /api/triggers', 'GET /api/workspaces', 'GET /api/amazon-auth', 'GET /api/auth/user'])
      server.answer(call, refused(401, 'auth.sessionExpired'));
    await queries.invalidateQueries();
    await heading('Sign in to Recado');
    expect(address()).toBe('/login');
    expect(toastsNow()).toMatchObject([{ title: 'Session expired', variant: 'destructive' }]);
    expect(await screen.findAllByText('Your session has expired. Please sign in again.')).toHaveLength(1);
    expect(queries.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[0] === 4711 })).toEqual([]);
  },
);

test(
  'logging out ends the session, forgets the person and shows the sign-in page',
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

test('a server that fails is no reason to send people away', async () => {
  const server = aServer({ ...anasServer(), 'GET /api/auth/user': refused(503, 'server.busy') });
  const { user } = await showApp('/dashboard');
  await screen.findByText('We could not check whether you are signed in.');
  server.answer('GET /api/auth/user', anasServer()['GET /api/auth/user']);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Dashboard');
  expect(address()).toBe('/dashboard');
});

test(
  'the sign-in page leads to both providers with the name of the first workspace',
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

test('the sign-in page has the three languages with their flags', { tags: 'spec-54.1' }, async () => {
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
])('the sign-in page says why somebody is back: %s', { tags: 'spec-331.1' }, async (key, said) => {
  aServer(nobody);
  await showApp(`/login?error=${key}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(`Sign-in did not work${said}`);
});
