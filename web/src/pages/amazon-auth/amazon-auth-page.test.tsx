import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anAccount, anasServer, aSwitchedOffSkill, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { AmazonAuthPage } from './amazon-auth-page.tsx';

type Where = { at?: string; language?: 'pt' | 'en' | 'es' };
const show = ({ at = '/amazon-auth', language = 'en' }: Where = {}) => showPage(AmazonAuthPage, { at, language });

const serverWith = (skill: Parameters<typeof anAccount>[0]) =>
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount(skill) } });

const fact = async (term: string) => (await screen.findByText(term, { selector: 'dt' })).nextElementSibling;

afterEach(() => vi.useRealTimers());

test(
  'shows name, e-mail and the dates of linking, expiry and update of the linked account',
  { tags: ['spec-67.1', 'spec-147.1'] },
  async () => {
    serverWith('active');
    await show();
    expect(await fact('Name')).toHaveTextContent('Ana Souza');
    expect(await fact('Email')).toHaveTextContent('ana@example.com');
    expect(await fact('Linked')).toHaveTextContent('February 3, 2026');
    expect(await fact('Expires')).toHaveTextContent('May 6, 2030');
    expect(await fact('Updated')).toHaveTextContent('March 4, 2026');
  },
);

test.each(['notEnabled', 'revoked'] as const)(
  'shows the inactive skill instead of the expiry while the skill is %s',
  { tags: 'spec-297.1' },
  async (skill) => {
    serverWith(skill);
    await show();
    expect(await fact('Expires')).toHaveTextContent('Skill not activated');
    expect(await screen.findByRole('link', { name: /^(Activate skill|Open the skill page)/ })).toBeVisible();
  },
);

test('offers to reconnect after the access ended', async () => {
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('revoked', { mend: 'reconnect' }) } });
  await show();
  expect(await screen.findByRole('link', { name: 'Reconnect account' })).toHaveAttribute(
    'href',
    expect.stringContaining(`workspace=${home.id}`),
  );
});

test.each([
  ['en', /^Alexa says the skill is not enabled for this account\. We noticed this/, 'Reconnect account'],
  ['pt', /^Segundo a Alexa, a skill não está ativa para esta conta\. Percebemos isso/, 'Reconectar conta'],
  ['es', /^Según Alexa, la skill no está activa para esta cuenta\. Lo detectamos/, 'Reconectar cuenta'],
] as const)('shows in %s since when Alexa does not know a skill that was enabled', async (language, why, name) => {
  const known = { reason: 'amazon.skillNotFound', revokedAt: new Date(Date.now() - 3 * 3_600_000).toISOString() };
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': { json: anAccount('notEnabled', { mend: 'reconnect', ...known }) },
  });
  await show({ language });
  expect(await screen.findByText(why)).toBeVisible();
  expect(await screen.findByRole('link', { name })).toBeVisible();
});

test.each([
  ['en', 'The skill was disabled in the Alexa app. We noticed this 3 hours ago.', /^Reconnect the account,/],
  ['pt', 'A skill foi desativada no app Alexa. Percebemos isso há 3 horas.', /^Reconecte a conta /],
  ['es', 'La skill se desactivó en la app Alexa. Lo detectamos hace 3 horas.', /^Reconecta la cuenta /],
] as const)('shows in %s why and since when the skill is disabled, and what to do', async (language, words, what) => {
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: aSwitchedOffSkill(3.5) } });
  await show({ language });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText(what)).toBeVisible();
});

test('shows what to do even if the reason has no text', async () => {
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': {
      json: anAccount('revoked', { reason: 'amazon.later', revokedAt: '2026-02-03T10:00:00Z' }),
    },
  });
  await show();
  expect(
    await screen.findByText('Your triggers no longer reach Alexa. We noticed this on February 3, 2026.'),
  ).toBeVisible();
  expect(screen.getByText(/^Disable and enable the skill in the Alexa app\./)).toBeVisible();
});

const leadsToAmazon = (link: HTMLElement) => {
  const address = new URL(link.getAttribute('href') ?? '', 'https://recado.example');
  expect(address.pathname).toBe('/api/auth/amazon');
  expect(address.searchParams.get('workspace')).toBe(String(home.id));
  expect(address.searchParams.get('force_login')).toBe('true');
  expect(address.searchParams.has('login_hint')).toBe(false);
};

test.each([
  ['signIn', 'You signed in with Ana Souza (ana@example.com).'],
  ['detachedGrant', 'Ana Souza (ana@example.com) was linked before and still has the skill enabled.'],
] as const)('names an account known by %s before linking', async (source, words) => {
  const knownAccount = { name: 'Ana Souza', email: 'ana@example.com', source };
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notLinked', { knownAccount }) } });
  await show();
  expect(await screen.findByText(words)).toBeVisible();
  leadsToAmazon(screen.getByRole('link', { name: 'Connect Alexa' }));
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test.each([
  ['en', 'Use another account', /^Sign out of Amazon ?\(opens in a new tab\)$/, 'Continue to Amazon'],
  ['pt', 'Usar outra conta', /^Sair da conta na Amazon ?\(abre em uma nova aba\)$/, 'Continuar na Amazon'],
  ['es', 'Usar otra cuenta', /^Cerrar sesión en Amazon ?\(se abre en una pestaña nueva\)$/, 'Continuar en Amazon'],
] as const)(
  'starts in %s with signing out of Amazon to use another account',
  async (language, button, elsewhere, on) => {
    const knownAccount = { email: 'ana@example.com', source: 'signIn' as const };
    aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notLinked', { knownAccount }) } });
    const user = await show({ language });
    await user.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog'));
    const amazon = dialog.getByRole('link', { name: elsewhere });
    expect(amazon).toHaveAttribute('href', 'https://www.amazon.com/gp/flex/sign-out.html?action=sign-out');
    expect(amazon).toHaveAttribute('target', '_blank');
    leadsToAmazon(dialog.getByRole('link', { name: on }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: button })).toHaveFocus();
  },
);

test('does not name an account without name and e-mail', async () => {
  const account = anAccount('notLinked', { knownAccount: { source: 'signIn' } });
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: account } });
  await show({ language: 'es' });
  leadsToAmazon(await screen.findByRole('link', { name: 'Conectar Alexa' }));
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('shows the known account and both choices in Portuguese', async () => {
  const knownAccount = { email: 'ana@example.com', source: 'signIn' as const };
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notLinked', { knownAccount }) } });
  await show({ language: 'pt' });
  expect(await screen.findByText('Você entrou com ana@example.com.')).toBeVisible();
  expect(screen.getByRole('link').textContent).toBe('Conectar a Alexa');
  expect(screen.getByRole('button')).toHaveTextContent('Usar outra conta');
});

test(
  'links Amazon with the workspace and a forced sign-in when no account is linked',
  { tags: ['spec-67.2', 'spec-256.1'] },
  async () => {
    serverWith('notLinked');
    await show();
    const link = await screen.findByRole('link', { name: 'Connect Alexa' });
    const address = new URL(link.getAttribute('href') ?? '', 'https://recado.example');
    expect(address.pathname).toBe('/api/auth/amazon');
    expect(address.searchParams.get('workspace')).toBe(String(home.id));
    expect(address.searchParams.get('force_login')).toBe('true');
    expect(Number(address.searchParams.get('timestamp'))).toBeGreaterThan(0);
    expect(address.searchParams.get('defaultWorkspaceName')).toBe('My workspace');
    expect(screen.queryByText('Ana Souza')).toBeNull();
  },
);

const inUse = 'error=amazonAuth.accountInUseModal.title';

test(
  'names the user’s own workspace that uses the account in a dialog, and cleans the address',
  { tags: ['spec-68.1', 'spec-69.1', 'spec-81.1', 'spec-82.1', 'spec-82.2', 'spec-237.1', 'spec-310.1'] },
  async () => {
    aServer({
      ...anasServer(),
      'GET /api/amazon-auth': { json: anAccount('notLinked') },
      'GET /api/workspaces': { json: [home, { ...home, id: 9, name: 'Praia', status: 'INATIVO' }] },
    });
    const user = await show({ at: `/amazon-auth?${inUse}&isCurrentUserWorkspace=true&workspaceName=Praia` });
    const dialog = await screen.findByRole('dialog', { name: 'This Amazon account is already linked' });
    expect(dialog).toHaveTextContent('your workspace “Praia”');
    expect(window.location.search).toBe('');
    const [close] = within(dialog).getAllByRole('button', { name: 'Close' });
    if (close) await user.click(close);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test(
  'does not name the workspace when the account belongs to another user',
  { tags: ['spec-82.1', 'spec-82.3', 'spec-237.1', 'spec-310.1'] },
  async () => {
    serverWith('notLinked');
    await show({ at: `/amazon-auth?${inUse}&isCurrentUserWorkspace=false&workspaceName=Secret` });
    const dialog = await screen.findByRole('dialog', { name: 'This Amazon account is already linked' });
    expect(dialog).toHaveTextContent('already linked to another workspace');
    expect(dialog).not.toHaveTextContent('Secret');
  },
);

test.each([
  ["a name that is not in the user's list", 'Call 555 0100 now'],
  ['a name that only resembles one', 'casa'],
])('does not show %s from the address', async (_, name) => {
  serverWith('notLinked');
  await show({ at: `/amazon-auth?${inUse}&isCurrentUserWorkspace=true&workspaceName=${encodeURIComponent(name)}` });
  const dialog = await screen.findByRole('dialog', { name: 'This Amazon account is already linked' });
  expect(dialog).toHaveTextContent('already linked to another workspace');
  expect(dialog).not.toHaveTextContent(name);
});

test('shows no name when the workspaces cannot be loaded', async () => {
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': { json: anAccount('notLinked') },
    'GET /api/workspaces': errorReply(503, 'server.busy'),
  });
  await show({ at: `/amazon-auth?${inUse}&isCurrentUserWorkspace=true&workspaceName=Casa` });
  expect(await screen.findByRole('dialog')).toHaveTextContent('already linked to another workspace');
});

test(
  'shows any other error as a notice in Portuguese until it is dismissed',
  { tags: ['spec-68.1', 'spec-70.1'] },
  async () => {
    serverWith('notLinked');
    const user = await show({ at: '/amazon-auth?error=auth.cancelled', language: 'pt' });
    const notice = await screen.findByRole('alert');
    await within(notice).findByText(/^O login foi cancelado\./);
    expect(window.location.search).toBe('');
    await user.click(within(notice).getByRole('button', { name: 'Dispensar' }));
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test.each([
  ['en', 'auth.stateInvalid', 'Something went wrong', 'The account was not linked'],
  ['pt', 'server.failed', 'Algo deu errado', 'A conta não foi vinculada'],
  ['es', 'auth.cancelled', 'Algo salió mal', 'La cuenta no se vinculó'],
] as const)(
  'does not claim in %s after %s that no account is linked when one is',
  async (language, error, title, wrong) => {
    serverWith('revoked');
    await show({ at: `/amazon-auth?error=${error}`, language });
    expect(within(await screen.findByRole('alert')).getByText(title)).toBeVisible();
    expect(await screen.findByText('ana@example.com')).toBeVisible();
    expect(screen.queryByText(wrong)).toBeNull();
  },
);

test('shows that the account was not linked when none is linked', async () => {
  serverWith('notLinked');
  await show({ at: '/amazon-auth?error=auth.stateInvalid' });
  expect(within(await screen.findByRole('alert')).getByText('The account was not linked')).toBeVisible();
});

test('shows the error even if the account cannot be loaded, without a claim about it', async () => {
  aServer({ ...anasServer(), 'GET /api/amazon-auth': errorReply(503, 'server.busy') });
  await show({ at: '/amazon-auth?error=auth.cancelled' });
  expect(await screen.findByText('Something went wrong')).toBeVisible();
  expect(screen.queryByText('The account was not linked')).toBeNull();
});

test('never shows text from the address on the page', async () => {
  serverWith('notLinked');
  await show({ at: '/amazon-auth?error=Call+555-0100+now' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Amazon did not confirm the link. Try again.');
  expect(document.body).not.toHaveTextContent('555-0100');
});

test(
  'shows a notice and a dialog to activate the skill after linking, and keeps other parameters',
  { tags: ['spec-68.1', 'spec-71.1'] },
  async () => {
    serverWith('notEnabled');
    const user = await show({ at: '/amazon-auth?success=true&from=mail' });
    const dialog = await screen.findByRole('dialog', { name: 'Account linked, one step left' });
    expect(window.location.search).toBe('?from=mail');
    await user.click(within(dialog).getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Amazon account linked')).toBeVisible();
  },
);

test.each([
  ['en', 'Linked account: bruno@example.com.', 'Unlink account'],
  ['pt', 'Conta vinculada: bruno@example.com.', 'Desvincular conta'],
  ['es', 'Cuenta vinculada: bruno@example.com.', 'Desvincular cuenta'],
] as const)('shows in %s which account Amazon linked, and offers to unlink it', async (...given) => {
  const [language, words, unlink] = given;
  const bruno = anAccount('active', { name: 'Bruno Lima', email: 'bruno@example.com' });
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: bruno } });
  await show({ at: '/amazon-auth?success=true', language });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(new RegExp(`^${words}`));
  expect(screen.getByRole('button', { name: unlink, hidden: true })).toBeInTheDocument();
});

test.each([
  ['Create trigger', '/triggers?create', /Create a trigger/, 'The skill is active. Create your first trigger.', []],
  [
    'Run a trigger',
    '/triggers',
    /Your triggers can run again/,
    'The skill is active. Your triggers can run again.',
    ['Gate'],
  ],
] as const)(
  'leads to "%s" after linking with an active skill',
  { tags: 'spec-71.1' },
  async (name, href, words, notice, names) => {
    const server = serverWith('active');
    server.answer('GET /api/triggers', { json: names.map((each) => aTrigger({ name: each })) });
    await show({ at: '/amazon-auth?success=true' });
    const dialog = await screen.findByRole('dialog', { name: 'Account linked and skill active' });
    expect(await within(dialog).findByRole('link', { name })).toHaveAttribute('href', href);
    expect(dialog).toHaveAccessibleDescription(words);
    expect(screen.getByText(notice)).toBeInTheDocument();
  },
);

test.each([
  { language: 'en', button: 'Unlink account', word: 'unlink-account' },
  { language: 'pt', button: 'Desvincular conta', word: 'desvincular-conta' },
  { language: 'es', button: 'Desvincular cuenta', word: 'desvincular-cuenta' },
] as const)(
  'unlinks only after the exact word "$word" was typed',
  { tags: ['spec-72.1', 'spec-222.1', 'spec-255.1'] },
  async ({ language, button, word }) => {
    const server = aServer({ ...anasServer(), 'POST /api/amazon-auth/unlink': { json: { success: true } } });
    const user = await show({ language });
    await user.click(await screen.findByRole('button', { name: button }));
    const dialog = await screen.findByRole('alertdialog');
    const field = within(dialog).getByRole('textbox');
    const confirm = within(dialog).getByRole('button', { name: button });

    await user.type(field, `${word.toUpperCase()}{Enter}`);
    expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await user.clear(field);
    await user.type(field, word);
    expect(confirm).not.toHaveAttribute('aria-disabled');
    expect(server.sent('POST /api/amazon-auth/unlink')).toEqual([]);

    server.answer('GET /api/amazon-auth', { json: anAccount('notLinked') });
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByText('ana@example.com')).toBeNull());
    expect(server.sent('POST /api/amazon-auth/unlink')).toMatchObject([
      { body: { workspaceId: home.id }, workspace: String(home.id) },
    ]);
  },
);

test('shows before unlinking what is deleted with the account', { tags: 'spec-192.1' }, async () => {
  aServer({
    ...anasServer(),
    'GET /api/triggers': { json: [aTrigger({ name: 'One' }), aTrigger({ name: 'Two' })] },
  });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Unlink account' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(await within(dialog).findByText(/All 2 triggers are deleted/)).toBeVisible();
  expect(within(dialog).getByText(/devices are removed from Alexa/)).toBeVisible();
  expect(within(dialog).getByText(/^WhatsApp commands stop, and the number is disconnected/)).toBeVisible();
});

test('shows the reason of a failed unlinking and keeps the account', { tags: 'spec-309.1' }, async () => {
  aServer({ ...anasServer(), 'POST /api/amazon-auth/unlink': errorReply(503, 'server.busy') });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Unlink account' }));
  await user.type(await screen.findByRole('textbox'), 'unlink-account{Enter}');
  expect(await screen.findByText('The account could not be unlinked')).toBeVisible();
  expect(screen.getByText('We could not access our data. Try again shortly.')).toBeVisible();
  expect(screen.getByText('ana@example.com')).toBeVisible();
});

test('polls the account every five minutes', { tags: ['spec-254.1', 'spec-340.1'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith('notEnabled');
  await show();
  await screen.findByRole('link', { name: /^Activate skill/ });
  server.answer('GET /api/amazon-auth', { json: anAccount('active') });
  const before = server.sent('GET /api/amazon-auth').length;
  await act(() => vi.advanceTimersByTimeAsync(4.9 * 60_000));
  expect(server.sent('GET /api/amazon-auth')).toHaveLength(before);
  await act(() => vi.advanceTimersByTimeAsync(0.2 * 60_000));
  expect(server.sent('GET /api/amazon-auth')).toHaveLength(before + 1);
  expect(await screen.findByText('Alexa sees your triggers and can start their routines.')).toBeVisible();
});

test('retries on request when the account cannot be loaded', async () => {
  const server = aServer({ ...anasServer(), 'GET /api/amazon-auth': errorReply(503, 'server.busy') });
  const user = await show();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The linked account could not be loaded.');
  expect(alert).toHaveTextContent('We could not access our data. Try again shortly.');
  server.answer('GET /api/amazon-auth', { json: anAccount('active') });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('ana@example.com')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('retries on request when the workspace cannot be loaded', async () => {
  const server = aServer({ ...anasServer(), 'GET /api/workspaces/current': errorReply(500, 'server.failed') });
  const user = await show({ language: 'pt' });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Não foi possível carregar a conta vinculada.');
  server.answer('GET /api/workspaces/current', { json: home });
  await user.click(within(alert).getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('ana@example.com')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
